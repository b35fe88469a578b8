import { isRecord, type Path, type Place } from './resolved-document.ts'

/** One thing that is wrong with an AsyncAPI document. */
export type AsyncApiProblem = Place & {
  /** E.g. `schema`, `operation-channel`. */
  rule: string
  message: string
  fix: string
  /** A wrong word, and the words that may replace it, for a suggestion. */
  meant?: { wrong: string; names: readonly string[] }
}

type Finding = Omit<AsyncApiProblem, 'file'>
type Entry = { name: string; object: Record<string, unknown>; path: Path }

/** What the text of AsyncAPI 3.0 requires and its JSON Schema cannot. Checks the document as written. */
export function findRuleProblems(file: string, document: unknown): AsyncApiProblem[] {
  if (!isRecord(document)) return []
  const findings = [
    ...entriesAt(document, 'operations').flatMap(checkOperation),
    ...entriesAt(document, 'components', 'operations').flatMap(checkMessages),
    ...entriesAt(document, 'channels').flatMap((one) => checkServers(one)),
    ...['channels', 'components/channels'].flatMap((place) =>
      entriesAt(document, ...place.split('/')).flatMap(checkChannel),
    ),
    ...['servers', 'components/servers'].flatMap((place) =>
      entriesAt(document, ...place.split('/')).flatMap(checkServer),
    ),
    ...findTags(document, []),
  ]
  return findings.map((finding) => ({ file, ...finding }))
}

function entriesAt(document: Record<string, unknown>, ...path: string[]): Entry[] {
  let at: unknown = document
  for (const key of path) at = isRecord(at) ? at[key] : undefined
  if (!isRecord(at)) return []
  return Object.entries(at).flatMap(([name, object]) =>
    isRecord(object) ? [{ name, object, path: [...path, name] }] : [],
  )
}

const refOf = (value: unknown) =>
  isRecord(value) && typeof value.$ref === 'string' ? value.$ref : undefined

function checkOperation(operation: Entry): Finding[] {
  const channel = refOf(operation.object.channel)
  if (operation.object.$ref !== undefined || channel?.startsWith('#/channels/')) {
    return checkMessages(operation)
  }
  return [
    {
      path: [...operation.path, 'channel'],
      rule: 'operation-channel',
      message: 'An operation must refer to a channel of this document.',
      fix: 'Write channel: { $ref: "#/channels/<name>" }.',
    },
  ]
}

function checkMessages({ object, path }: Entry): Finding[] {
  const channel = refOf(object.channel)
  const messages = Array.isArray(object.messages) ? object.messages : []
  return messages.flatMap((message: unknown, index) => {
    if (refOf(message)?.startsWith(`${channel}/messages/`)) return []
    return [
      {
        path: [...path, 'messages', index],
        rule: 'operation-messages',
        message: 'Operation message does not belong to the specified channel.',
        fix: `Refer to a message below the channel of the operation: ${channel}/messages/<name>.`,
      },
    ]
  })
}

function checkServers({ object, path }: Entry): Finding[] {
  const servers = Array.isArray(object.servers) ? object.servers : []
  return servers.flatMap((server: unknown, index) => {
    if (refOf(server)?.startsWith('#/servers/')) return []
    return [
      {
        path: [...path, 'servers', index],
        rule: 'channel-servers',
        message: 'A channel must refer to servers of this document.',
        fix: 'Write $ref: "#/servers/<name>".',
      },
    ]
  })
}

function checkChannel({ name, object, path }: Entry): Finding[] {
  const address = typeof object.address === 'string' ? object.address : ''
  const cut = [
    [path, name],
    [[...path, 'address'], address],
  ] as const
  const finding = {
    rule: 'channel-address',
    message: 'A channel must have no query and no fragment.',
    fix: 'Remove ? or # and everything after it.',
  }
  return [
    ...cut.filter(([, text]) => /[?#]/.test(text)).map(([at]) => ({ path: at, ...finding })),
    ...checkVariables({ text: address, object, path, key: 'parameters' }),
  ]
}

function checkServer({ object, path }: Entry): Finding[] {
  const text = `${object.host ?? ''}${object.pathname ?? ''}`
  const variables = isRecord(object.variables) ? object.variables : {}
  const wrong = Object.entries(variables).flatMap(([name, variable]) => {
    const { enum: allowed, default: preset } = isRecord(variable) ? variable : {}
    if (!Array.isArray(allowed) || preset === undefined || allowed.includes(preset)) return []
    return [
      {
        path: [...path, 'variables', name, 'default'],
        rule: 'server-variables',
        message: 'The default is not in enum.',
        fix: `Write one of ${allowed.join(', ')}, or add it to enum.`,
      },
    ]
  })
  return [...checkVariables({ text, object, path, key: 'variables' }), ...wrong]
}

type Template = {
  text: string
  object: Record<string, unknown>
  path: Path
  key: 'parameters' | 'variables'
}

/** Each `{name}` of a text must be declared under `key`, and each declared name must be used. */
function checkVariables({ text, object, path, key }: Template): Finding[] {
  if (object.$ref !== undefined) return []
  const used = [...text.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)
  const declared = isRecord(object[key]) ? Object.keys(object[key]) : []
  const rule = key === 'parameters' ? 'channel-parameters' : 'server-variables'
  return [
    ...used
      .filter((name) => !declared.includes(name))
      .map((name) => ({
        ...{ path: [...path, key], rule },
        message: `{${name}} is not declared under ${key}.`,
        fix: `Add ${name}: with a description.`,
      })),
    ...declared
      .filter((name) => !used.includes(name))
      .map((name) => ({
        ...{ path: [...path, key, name], rule },
        message: `${name} is declared but not used.`,
        fix: `Write {${name}} where it belongs, or delete it.`,
        meant: { wrong: name, names: used },
      })),
  ]
}

/** The tags of one object must have different names. */
function findTags(value: unknown, path: Path): Finding[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => {
    const at = [...path, Array.isArray(value) ? Number(key) : key]
    const isData = /^(examples|payload|headers|schemas)$|^x-/.test(key)
    if (isData) return []
    return key === 'tags' && Array.isArray(one) ? checkTags(one, at) : findTags(one, at)
  })
}

function checkTags(tags: unknown[], path: Path): Finding[] {
  const names = tags.map((tag) => (isRecord(tag) ? tag.name : undefined))
  return names.flatMap((name, index) => {
    if (name === undefined || names.indexOf(name) === index) return []
    return [
      {
        path: [...path, index, 'name'],
        rule: 'tags',
        message: `The tag ${name} appears twice.`,
        fix: 'Keep one of the two.',
      },
    ]
  })
}
