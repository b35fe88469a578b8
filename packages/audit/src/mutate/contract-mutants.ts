import { type Mutant, nameMutants } from './mutant.ts'

/** Every mutant of one document or schema. Its text is JSON, which is YAML too. */
export function makeContractMutants(file: string, value: unknown): Mutant[] {
  const same = toText(value)
  const drafts = changesIn(value).map(({ operator, path, value: to, change }) => ({
    operator,
    file,
    place: `#/${path.map(escapeKey).join('/')}`,
    change,
    text: toText(replaceAt(value, path, to)),
  }))
  return nameMutants(drafts.filter(({ text }) => text !== same))
}

/** The text of a document that the checks of the contract read like its YAML. */
export const toText = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`

const escapeKey = (key: string | number) => String(key).replaceAll('~', '~0').replaceAll('/', '~1')

type Json = Record<string, unknown>
type Path = readonly (string | number)[]

function replaceAt(node: unknown, [key, ...rest]: Path, to: unknown): unknown {
  if (key === undefined) return to
  if (Array.isArray(node)) return node.with(Number(key), replaceAt(node[Number(key)], rest, to))
  const entries = Object.entries(node as Json).map(([name, inner]) => [
    name,
    name === key ? replaceAt(inner, rest, to) : inner,
  ])
  return Object.fromEntries(entries.filter(([, inner]) => inner !== undefined))
}

/** A changed node: `value` takes its place; `undefined` removes it. */
type NodeChange = { operator: string; path: Path; value: unknown; change: string }

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Keywords whose keys are names, so that nothing below is taken for a keyword. */
const namers =
  /^(properties|headers|responses|messages|channels|operations|paths|content|parameters|schemas|securitySchemes|servers)$/

/** AsyncAPI has a schema under `headers`, and OpenAPI has names. */
const holdsNames = (key: string, value: unknown) =>
  namers.test(key) && !(key === 'headers' && isRecord(value) && 'type' in value)

/** Values that are data, and prose. */
const data = /^(examples?|externalValue|description|summary|title|tags|info|license|x-name)$/

/** The changes that the operators make in a parsed document, in its order. */
function changesIn(value: unknown, path: Path = [], areNames = false): NodeChange[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => changesIn(one, [...path, index]))
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = [...path, key]
    if (areNames) return [...changesOfName(at, value), ...changesIn(inner, at)]
    if (data.test(key)) return []
    // Constants are data, but their values are part of the contract.
    if (key === 'x-constants') return changesOfConstants(at, inner)
    return [...changesOfKeyword(at, inner, value), ...changesIn(inner, at, holdsNames(key, inner))]
  })
}

function changesOfName(path: Path, parent: Json): NodeChange[] {
  const [name, kind] = [String(path.at(-1)), String(path.at(-2))]
  const renamed = Object.fromEntries(
    Object.entries(parent).map(([key, value]) => [key === name ? `${key}X` : key, value]),
  )
  const above = path.slice(0, -1)
  return [
    { operator: `rename ${kind}`, path: above, value: renamed, change: `${name} → ${name}X` },
    { operator: `remove ${kind}`, path, value: undefined, change: `without ${name}` },
  ]
}

function changesOfKeyword(path: Path, value: unknown, parent: Json): NodeChange[] {
  const key = String(path.at(-1))
  if (key === 'if') {
    // biome-ignore lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema.
    const flipped = { ...parent, then: parent.else ?? true, else: parent.then ?? true }
    const change = 'then ↔ else'
    return [{ operator: 'flip condition', path: path.slice(0, -1), value: flipped, change }]
  }
  return valuesFor(key, value).map(([operator, to]) => ({
    operator,
    path,
    value: to,
    change: `${key}: ${show(value)} → ${show(to)}`,
  }))
}

const droppable =
  /^(pattern|format|const|then|else|items|allOf|\$ref|security|parameters|x-(source|decision)|action|reply)$/

function valuesFor(key: string, value: unknown): [operator: string, to: unknown][] {
  const shorten = (operator: string, list: unknown[]): [string, unknown][] =>
    list.map((one) => [operator, list.filter((other) => other !== one)])
  if (key === 'required' && Array.isArray(value)) return shorten('drop required', value)
  if (key === 'enum' && Array.isArray(value))
    return [['loosen enum', [...value, 'ANOTHER']], ...shorten('shorten enum', value)]
  if (key === 'type' && typeof value === 'string') {
    const other = value === 'string' ? 'integer' : 'string'
    return [
      ['retype', other],
      ['allow null', [value, 'null']],
    ]
  }
  if (typeof value === 'boolean') return [['flip boolean', !value]]
  const dropped: [string, unknown] = ['drop keyword', undefined]
  if (typeof value === 'number') return [['off by one', value + 1], dropped]
  return droppable.test(key) ? [dropped] : []
}

function changesOfConstants(path: Path, constants: unknown): NodeChange[] {
  return Object.entries(isRecord(constants) ? constants : {}).flatMap(([name, constant]) => {
    const at = [...path, name]
    const removed = { operator: 'remove constant', path: at, value: undefined }
    const value = isRecord(constant) ? constant.value : undefined
    return [{ ...removed, change: `without ${name}` }, ...changesOfData([...at, 'value'], value)]
  })
}

function changesOfData(path: Path, value: unknown): NodeChange[] {
  if (typeof value === 'object' && value !== null) {
    const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value)
    return keys.flatMap((key) => changesOfData([...path, key], (value as Json)[key]))
  }
  const to = typeof value === 'number' ? value + 1 : `${value}X`
  return [{ operator: 'change constant', path, value: to, change: `${show(value)} → ${show(to)}` }]
}

const show = (value: unknown) => {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 50 ? `${text.slice(0, 49)}…` : text
}
