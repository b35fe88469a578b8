import { isRecord, type Path, valueAt } from '../contract/pointer.ts'

/** One thing that is wrong with an AsyncAPI document. */
export type AsyncApiProblem = {
  file: string
  path: Path
  /** E.g. `schema`, `operation-channel`. */
  rule: string
  message: string
  fix: string
  /** A wrong word, and the words that may replace it, for a suggestion. */
  meant?: { wrong: string; names: readonly string[] }
}

type Finding = Omit<AsyncApiProblem, 'file'>
type Entry = { name: string; object: Record<string, unknown>; path: Path }
type Rule = (entry: Entry) => Finding[]

/** What the text of AsyncAPI 3.0 requires and its JSON Schema cannot. Checks the document as written. */
export function findRuleProblems(file: string, document: unknown): AsyncApiProblem[] {
  const findings = rules.flatMap(([place, rule]) => entriesAt(document, place).flatMap(rule))
  return [...findings, ...findTags(document, [])].map((finding) => ({ file, ...finding }))
}

function entriesAt(document: unknown, place: string): Entry[] {
  const path = place.split('/')
  const map = valueAt(document, path)
  return Object.entries(isRecord(map) ? map : {}).flatMap(([name, object]) =>
    isRecord(object) ? [{ name, object, path: [...path, name] }] : [],
  )
}

const refOf = (value: unknown) => {
  const reference = valueAt(value, ['$ref'])
  return typeof reference === 'string' ? reference : undefined
}

/** The members of a list whose reference does not start in the right way. */
const wrongMembers = ({ object, path }: Entry, key: string, start: string): Path[] => {
  const list = Array.isArray(object[key]) ? object[key] : []
  return list.flatMap((one, index) =>
    refOf(one)?.startsWith(start) ? [] : [[...path, key, index]],
  )
}

const checkMessages: Rule = (operation) => {
  const channel = refOf(operation.object.channel)
  return wrongMembers(operation, 'messages', `${channel}/messages/`).map((path) => ({
    ...{ path, rule: 'operation-messages' },
    message: 'Operation message does not belong to the specified channel.',
    fix: `Refer to a message below the channel of the operation: ${channel}/messages/<name>.`,
  }))
}

const checkOperation: Rule = (operation) => {
  const { object, path } = operation
  if (object.$ref !== undefined || refOf(object.channel)?.startsWith('#/channels/'))
    return checkMessages(operation)
  const message = 'An operation must refer to a channel of this document.'
  const fix = 'Write channel: { $ref: "#/channels/<name>" }.'
  return [{ path: [...path, 'channel'], rule: 'operation-channel', message, fix }]
}

const checkServers: Rule = (channel) =>
  wrongMembers(channel, 'servers', '#/servers/').map((path) => ({
    ...{ path, rule: 'channel-servers' },
    message: 'A channel must refer to servers of this document.',
    fix: 'Write $ref: "#/servers/<name>".',
  }))

const checkChannel: Rule = ({ name, object, path }) => {
  const address = typeof object.address === 'string' ? object.address : ''
  const texts: [Path, string][] = [
    [path, name],
    [[...path, 'address'], address],
  ]
  return [
    ...texts
      .filter(([, text]) => /[?#]/.test(text))
      .map(([at]) => ({
        ...{ path: at, rule: 'channel-address' },
        message: 'A channel must have no query and no fragment.',
        fix: 'Remove ? or # and everything after it.',
      })),
    ...checkNames(address, { object, path, key: 'parameters', rule: 'channel-parameters' }),
  ]
}

const checkServer: Rule = ({ object, path }) => {
  const rule = 'server-variables'
  const text = `${object.host ?? ''}${object.pathname ?? ''}`
  const variables = isRecord(object.variables) ? object.variables : {}
  const wrong = Object.entries(variables).flatMap(([name, variable]) => {
    const { enum: allowed, default: preset } = isRecord(variable) ? variable : {}
    if (!Array.isArray(allowed) || preset === undefined || allowed.includes(preset)) return []
    const fix = `Write one of ${allowed.join(', ')}, or add it to enum.`
    const at = [...path, 'variables', name, 'default']
    return [{ path: at, rule, message: 'The default is not in enum.', fix }]
  })
  return [...checkNames(text, { object, path, key: 'variables', rule }), ...wrong]
}

type Declared = Pick<Entry, 'object' | 'path'> & { key: string; rule: string }

/** Each `{name}` of a text must be declared under `key`, and each declared name must be used. */
function checkNames(text: string, { object, path, key, rule }: Declared): Finding[] {
  if (object.$ref !== undefined) return []
  const used = [...text.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)
  const declared = isRecord(object[key]) ? Object.keys(object[key]) : []
  return [
    ...used
      .filter((name) => !declared.includes(name))
      .map((name) => ({
        ...{ path: [...path, key], rule, message: `{${name}} is not declared under ${key}.` },
        fix: `Add ${name}: with a description.`,
      })),
    ...declared
      .filter((name) => !used.includes(name))
      .map((name) => ({
        ...{ path: [...path, key, name], rule, message: `${name} is declared but not used.` },
        fix: `Write {${name}} where it belongs, or delete it.`,
        meant: { wrong: name, names: used },
      })),
  ]
}

const rules: readonly [place: string, rule: Rule][] = [
  ['operations', checkOperation],
  ['components/operations', checkMessages],
  ['channels', checkServers],
  ['channels', checkChannel],
  ['components/channels', checkChannel],
  ['servers', checkServer],
  ['components/servers', checkServer],
]

/** The tags of one object must have different names. */
function findTags(value: unknown, path: Path): Finding[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => {
    const at = [...path, Array.isArray(value) ? Number(key) : key]
    const isData = /^(examples|payload|headers|schemas)$|^x-/.test(key)
    if (isData) return []
    if (key !== 'tags' || !Array.isArray(one)) return findTags(one, at)
    const names = one.map((tag) => valueAt(tag, ['name']))
    return names.flatMap((name, index) => {
      if (name === undefined || names.indexOf(name) === index) return []
      const [message, fix] = [`The tag ${name} appears twice.`, 'Keep one of the two.']
      return [{ path: [...at, index, 'name'], rule: 'tags', message, fix }]
    })
  })
}
