import type { Finding } from './issue.ts'

/** What a reader needs of a value: JSON types and required members. An absent part allows anything. */
export interface Shape {
  /** The JSON types that it takes: the sum of their bits in `jsonTypes`. */
  types?: number
  /** Scalars that the sender chooses from. Others are accepted too, but count as departures in `any`. */
  values?: readonly unknown[]
  required?: readonly string[]
  properties?: readonly (readonly [name: string, shape: AnyShape])[]
  patterns?: readonly (readonly [RegExp, AnyShape])[]
  /** Of members that neither `properties` nor `patterns` name. */
  rest?: AnyShape
  /** Of the first items, of which the first `min` must be there. */
  prefix?: readonly AnyShape[]
  min?: number
  /** Of the items after `prefix`. */
  items?: AnyShape
  all?: readonly AnyShape[]
  /** The value takes the branch with the fewest departures. */
  any?: readonly AnyShape[]
}

/** A shape, or how to get it where shapes refer to each other. */
export type AnyShape = Shape | (() => Shape)

const jsonTypes = ['null', 'boolean', 'number', 'string', 'array', 'object']
const anyType = 63
const arrayType = 16
const objectType = 32

/** The usable part of a value: the value itself, or a copy without what cannot be used. */
export interface Reading {
  value: unknown
  /** What makes the value unusable; `null` for a usable one. */
  findings: Finding[] | null
}

/** Reads a value. It throws where the value does, or nests too deeply. */
export function readShape(shape: AnyShape, value: unknown): Reading {
  if (fits(shape, value)) return { value, findings: null }
  const { usable, state } = readClosely(shape, value)
  return { value: usable, findings: usable === unusable ? state.findings : null }
}

/** The findings of each part that reading a value leaves out. */
export const findLeftOut = (shape: AnyShape, value: unknown): Finding[] =>
  readClosely(shape, value).state.leftOut

function readClosely(shape: AnyShape, value: unknown) {
  const state: ReadingState = { findings: [], departures: 0, leftOut: [], tried: new Map() }
  return { usable: readPart(shape, value, { above: null, key: '', needed: none, state }), state }
}

/**
 * Whether a value is obviously usable as it is; below a choice (`isExact`), only with listed values. Most
 * are, so this allocates nothing. It leaves a choice between several branches of its JSON type to
 * `readBranches`, because trying each at every level would take exponential time.
 */
function fits(given: AnyShape, value: unknown, isExact = false): boolean {
  const shape = typeof given === 'function' ? given() : given
  const { types = anyType, values, all, any } = shape
  const type = typeBit(value)
  if ((type & types) === 0 || (isExact && values?.includes(value) === false)) return false
  if (type === objectType && !fitsMembers(shape, value as Members, isExact)) return false
  if (type === arrayType && !fitsItems(shape, value as unknown[], isExact)) return false
  if (all) for (const one of all) if (!fits(one, value, isExact)) return false
  if (any === undefined) return true
  const branches = any.filter(
    (one) => type & ((typeof one === 'function' ? one() : one).types ?? anyType),
  )
  return branches.length === 1 && fits(branches[0] as AnyShape, value, true)
}

function fitsMembers(shape: Shape, value: Members, isExact: boolean): boolean {
  const { properties, required } = shape
  if (required) for (const name of required) if (!isThere(value, name)) return false
  if (properties)
    for (const property of properties) {
      // Read by index: taking a pair apart costs more than the check.
      const name = property[0]
      const member = value[name]
      if (member === undefined || fits(property[1], member, isExact)) continue
      if (Object.hasOwn(value, name)) return false
    }
  if (shape.patterns === undefined && shape.rest === undefined) return true
  return Object.entries(value).every(([name, member]) =>
    shapesOf(shape, name).every((one) => member === undefined || fits(one, member, isExact)),
  )
}

function fitsItems(
  { prefix = [], min = 0, items }: Shape,
  value: unknown[],
  isExact: boolean,
): boolean {
  if (value.length < min) return false
  for (let index = 0; index < value.length; index += 1) {
    const one = index < prefix.length ? prefix[index] : items
    if (one && !fits(one, value[index], isExact)) return false
  }
  return true
}

/** The shapes of a member by pattern, or that of one without a name. */
function shapesOf(
  { properties = [], patterns = [], rest }: Pick<Shape, 'properties' | 'patterns' | 'rest'>,
  name: string,
): AnyShape[] {
  const fitting = patterns.filter(([pattern]) => pattern.test(name)).map(([, one]) => one)
  if (fitting.length > 0 || rest === undefined) return fitting
  return properties.some(([known]) => known === name) ? [] : [rest]
}

interface ReadingState {
  findings: Finding[]
  /** How many parts were left out or have a value that the sender would not choose. */
  departures: number
  /** The findings of the parts that were left out, at most 1,000. */
  leftOut: Finding[]
  /** What was read of a value with a branch: without this, nested choices would take exponential time. */
  tried: Map<unknown, Attempt[]>
}

/** A value read with one branch of a choice, and how that went. */
interface Attempt {
  branch: AnyShape
  needed: string
  value: unknown
  state: ReadingState
}

/** Between two branches with as many departures, the value takes the one whose listed values it has. */
const unlisted = 1.000001

interface ReadingPlace {
  above: ReadingPlace | null
  key: string | number
  /** Members of the same value that shapes around this one need. */
  needed: readonly string[]
  state: ReadingState
}

const unusable = Symbol('unusable')
const none: readonly string[] = []
const maxReadingFindings = 100
const maxLeftOut = 1000

function readPart(given: AnyShape, value: unknown, place: ReadingPlace): unknown {
  const shape = typeof given === 'function' ? given() : given
  const { types = anyType, values, required, all = [], any } = shape
  const type = typeBit(value)
  if ((type & types) === 0) {
    const names = jsonTypes.filter((_, bit) => types & (1 << bit))
    return types === 0
      ? refuse(place, 'false schema', {})
      : refuse(place, 'type', { type: names.length === 1 ? names[0] : names })
  }
  if (values?.includes(value) === false) place.state.departures += unlisted
  const inner = required ? { ...place, needed: [...place.needed, ...required] } : place
  let usable = value
  if (type === objectType) usable = readMembers(shape, value as Members, inner)
  if (type === arrayType) usable = readItems(shape, value as unknown[], inner)
  for (const one of all) if (usable !== unusable) usable = readPart(one, usable, inner)
  if (any && usable !== unusable) usable = readBranches(any, usable, inner)
  return usable
}

type Members = Record<string, unknown>

const isThere = (value: Members, name: string) =>
  value[name] !== undefined && Object.hasOwn(value, name)

function readMembers(shape: Shape, value: Members, place: ReadingPlace): unknown {
  const { properties = [], required = [] } = shape
  const { needed, state } = place
  let usable = value
  let isUsable = true
  for (const name of required) {
    if (isThere(value, name)) continue
    refuse(place, 'required', { missingProperty: name })
    isUsable = false
  }
  const readMember = (name: string, one: AnyShape): void => {
    if (!isThere(usable, name)) return
    const known = state.findings.length
    const member = usable[name]
    const taken = readPart(one, member, { above: place, key: name, needed: none, state })
    if (taken === member) return
    if (taken === unusable && needed.includes(name)) {
      isUsable = false
      return
    }
    if (usable === value) usable = { ...value }
    if (taken === unusable) {
      delete usable[name]
      leaveOut(state, known)
    } else {
      const own = { configurable: true, enumerable: true, writable: true, value: taken }
      Object.defineProperty(usable, name, own)
    }
  }
  for (const [name, one] of properties) readMember(name, one)
  if (shape.patterns ?? shape.rest)
    for (const name of Object.keys(value))
      for (const one of shapesOf(shape, name)) readMember(name, one)
  return isUsable ? usable : unusable
}

function readItems(
  { prefix = [], min = 0, items }: Shape,
  value: unknown[],
  place: ReadingPlace,
): unknown {
  const { state } = place
  if (value.length < min) return refuse(place, 'minItems', { limit: min })
  let usable = value
  for (let index = 0; index < value.length; index += 1) {
    const one = prefix[index] ?? items
    const item = value[index]
    const known = state.findings.length
    const taken = one
      ? readPart(one, item, { above: place, key: index, needed: none, state })
      : item
    // Without one of the first items, the others would change their meaning.
    if (taken === unusable && index < prefix.length) return unusable
    if (taken !== item && usable === value) usable = value.slice(0, index)
    if (taken === unusable) leaveOut(state, known)
    else if (usable !== value) usable.push(taken)
  }
  return usable
}

/** Adds items to a list until it is full: nested choices would multiply what they find. */
function addUpTo<T>(most: number, list: T[], items: readonly T[]): void {
  for (const item of items) if (list.length < most) list.push(item)
}

/** Leaves out the part that the findings from `known` on are about. */
function leaveOut(state: ReadingState, known: number): void {
  state.departures += 1
  addUpTo(maxLeftOut, state.leftOut, state.findings.splice(known))
}

function readBranches(branches: readonly AnyShape[], value: unknown, place: ReadingPlace): unknown {
  const { state } = place
  let best: Attempt | undefined
  const findings: Finding[] = []
  for (const branch of branches) {
    const attempt = tryBranch(branch, value, place)
    findings.push(...attempt.state.findings)
    if (attempt.value === unusable) continue
    if (!best || attempt.state.departures < best.state.departures) best = attempt
    if (best.state.departures === 0) break
  }
  if (!best) {
    addUpTo(maxReadingFindings, state.findings, findings)
    return refuse(place, 'anyOf', {})
  }
  state.departures += best.state.departures
  addUpTo(maxLeftOut, state.leftOut, best.state.leftOut)
  return best.value
}

function tryBranch(branch: AnyShape, value: unknown, place: ReadingPlace): Attempt {
  const { tried } = place.state
  const needed = place.needed.join('\n')
  const known = tried.get(value) ?? []
  const earlier = known.find((one) => one.branch === branch && one.needed === needed)
  if (earlier) return earlier
  const state: ReadingState = { findings: [], departures: 0, leftOut: [], tried }
  const attempt = { branch, needed, value: readPart(branch, value, { ...place, state }), state }
  if (typeof value === 'object') tried.set(value, [...known, attempt])
  return attempt
}

function typeBit(value: unknown): number {
  if (value === null) return 1
  if (typeof value === 'boolean') return 2
  if (typeof value === 'number') return Number.isFinite(value) ? 4 : 0
  if (typeof value === 'string') return 8
  if (typeof value !== 'object') return 0
  return Array.isArray(value) ? arrayType : objectType
}

function refuse(place: ReadingPlace, keyword: string, params: Finding['params']): typeof unusable {
  const { findings } = place.state
  if (findings.length < maxReadingFindings) findings.push({ path: pathTo(place), keyword, params })
  return unusable
}

function pathTo({ above, key }: ReadingPlace): string {
  if (above === null) return ''
  return `${pathTo(above)}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`
}
