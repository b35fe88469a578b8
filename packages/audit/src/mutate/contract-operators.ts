type Json = Record<string, unknown>
type Path = readonly (string | number)[]

/** A changed node: `value` takes its place, and the node goes where it is `undefined`. */
export type NodeChange = { operator: string; path: Path; value: unknown; change: string }

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
export function changesIn(value: unknown, path: Path = [], areNames = false): NodeChange[] {
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
  const change = (operator: string, to: unknown): NodeChange => {
    return { operator, path, value: to, change: `${key}: ${show(value)} → ${show(to)}` }
  }
  if (key === 'required' && Array.isArray(value)) {
    return value.map((one) =>
      change(
        'drop required',
        value.filter((other) => other !== one),
      ),
    )
  }
  if (key === 'enum' && Array.isArray(value)) {
    const fewer = value.map((one) =>
      change(
        'shorten enum',
        value.filter((other) => other !== one),
      ),
    )
    return [change('loosen enum', [...value, 'ANOTHER']), ...fewer]
  }
  if (key === 'type' && typeof value === 'string') {
    return [
      change('retype', value === 'string' ? 'integer' : 'string'),
      change('allow null', [value, 'null']),
    ]
  }
  if (key === 'if') {
    const { then: one, else: other } = parent
    // biome-ignore lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema.
    const flipped = { ...parent, then: other ?? true, else: one ?? true }
    return [
      {
        operator: 'flip condition',
        path: path.slice(0, -1),
        value: flipped,
        change: 'then ↔ else',
      },
    ]
  }
  if (typeof value === 'boolean') return [change('flip boolean', !value)]
  if (typeof value === 'number')
    return [change('off by one', value + 1), change('drop keyword', undefined)]
  return droppable.test(key) ? [change('drop keyword', undefined)] : []
}

const droppable =
  /^(pattern|format|const|then|else|items|allOf|\$ref|security|parameters|x-(source|decision)|action|reply)$/

function changesOfConstants(path: Path, constants: unknown): NodeChange[] {
  if (!isRecord(constants)) return []
  return Object.entries(constants).flatMap(([name, constant]) => {
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
