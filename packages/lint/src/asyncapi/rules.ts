import { didYouMean } from '../contract/nearest-name.ts'
import { entriesOf, isRecord, type Path, valueAt } from '../contract/pointer.ts'
import type { Finding } from '../contract/problem.ts'
import type { Place } from '../contract/references.ts'

/** One thing that is wrong with an AsyncAPI document. */
export type AsyncApiProblem = Finding & Place

type Placed = Omit<AsyncApiProblem, 'file'>
type Entry = { name: string; object: Record<string, unknown>; path: Path }
type Rule = (entry: Entry) => Iterable<Placed>

/** What the text of AsyncAPI 3.0 requires and its JSON Schema cannot. Checks the document as written. */
export function findRuleProblems(file: string, document: unknown): AsyncApiProblem[] {
  const findings = rules.flatMap(([place, rule]) =>
    entriesAt(document, place).flatMap((entry) => [...rule(entry)]),
  )
  return [...findings, ...findTags(document, [])].map((finding) => ({ file, ...finding }))
}

function entriesAt(document: unknown, place: string): Entry[] {
  const path = place.split('/')
  return entriesOf(valueAt(document, path)).flatMap(([name, object]) =>
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

function* checkMessages(operation: Entry): Iterable<Placed> {
  const channel = refOf(operation.object.channel)
  const message = 'Operation message does not belong to the specified channel.'
  const fix = `Refer to a message under the channel of the operation: ${channel}/messages/<name>.`
  for (const path of wrongMembers(operation, 'messages', `${channel}/messages/`))
    yield { path, rule: 'operation-messages', message, fix }
}

function* checkOperation(operation: Entry): Iterable<Placed> {
  const { object, path } = operation
  if (object.$ref !== undefined || refOf(object.channel)?.startsWith('#/channels/')) {
    yield* checkMessages(operation)
    return
  }
  const message = 'An operation must refer to a channel of this document.'
  const fix = 'Write channel: { $ref: "#/channels/<name>" }.'
  yield { path: [...path, 'channel'], rule: 'operation-channel', message, fix }
}

function* checkServers(channel: Entry): Iterable<Placed> {
  const message = 'A channel must refer to servers of this document.'
  for (const path of wrongMembers(channel, 'servers', '#/servers/'))
    yield { path, rule: 'channel-servers', message, fix: 'Write $ref: "#/servers/<name>".' }
}

function* checkChannel({ name, object, path }: Entry): Iterable<Placed> {
  const address = typeof object.address === 'string' ? object.address : ''
  for (const [at, text] of [
    [path, name],
    [[...path, 'address'], address],
  ] as const) {
    if (!/[?#]/.test(text)) continue
    const message = 'The name and the address of a channel must not contain ? or #.'
    const fix = 'Remove ? or # and everything after it.'
    yield { path: at, rule: 'channel-address', message, fix }
  }
  yield* checkNames(address, { object, path, key: 'parameters', rule: 'channel-parameters' })
}

function* checkServer({ object, path }: Entry): Iterable<Placed> {
  const rule = 'server-variables'
  const text = `${object.host ?? ''}${object.pathname ?? ''}`
  yield* checkNames(text, { object, path, key: 'variables', rule })
  for (const [name, variable] of Object.entries(Object(object.variables))) {
    const { enum: allowed, default: preset } = isRecord(variable) ? variable : {}
    if (!Array.isArray(allowed) || preset === undefined || allowed.includes(preset)) continue
    const fix = `Write one of ${allowed.join(', ')}, or add it to enum.`
    const at = [...path, 'variables', name, 'default']
    yield { path: at, rule, message: 'The default is not in enum.', fix }
  }
}

type Declared = Pick<Entry, 'object' | 'path'> & { key: string; rule: string }

/** Each `{name}` of a text must be declared under `key`, and each declared name must be used. */
function* checkNames(text: string, { object, path, key, rule }: Declared): Iterable<Placed> {
  if (object.$ref !== undefined) return
  const used = [...text.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)
  const declared = isRecord(object[key]) ? Object.keys(object[key]) : []
  for (const name of used.filter((one) => !declared.includes(one))) {
    const message = `{${name}} is not declared under ${key}.`
    yield { path: [...path, key], rule, message, fix: `Add ${name}: with a description.` }
  }
  for (const name of declared.filter((one) => !used.includes(one))) {
    const message = `${name} is declared but not used.`
    const fix = didYouMean(name, used, `Write {${name}} where it belongs, or delete it.`)
    yield { path: [...path, key, name], rule, message, fix }
  }
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
function findTags(value: unknown, path: Path): Placed[] {
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
