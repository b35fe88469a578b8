import { countOf } from './describe-findings.ts'
import type { Finding } from './issue.ts'
import { mergeChoice } from './merge-choice.ts'

/** What a reader needs of a value: JSON types and required members. An absent part allows anything. */
export interface Shape {
  /** The JSON types that it takes: the sum of their bits in `jsonTypes`. */
  types?: number
  required?: readonly string[]
  properties?: readonly (readonly [name: string, shape: AnyShape])[]
  /** More shapes of a member, by its name. */
  others?: (name: string) => readonly AnyShape[]
  items?: AnyShape
  /** What only a few shapes need, in order. */
  parts?: readonly ShapePart[]
}

/** Has its own code, so that a bundle contains only the kinds of parts that its shapes use. */
export interface ShapePart {
  fits(value: unknown, isExact: boolean): boolean
  read(value: unknown, place: ReadingPlace): unknown
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
  const shape = resolve(given)
  const { types = anyType, items, parts } = shape
  const type = typeBit(value)
  if ((type & types) === 0) return false
  if (type === objectType && !fitsMembers(shape, value as Members, isExact)) return false
  if (type === arrayType && items)
    for (const item of value as unknown[]) if (!fits(items, item, isExact)) return false
  if (parts) for (const part of parts) if (!part.fits(value, isExact)) return false
  return true
}

const resolve = (given: AnyShape) => (typeof given === 'function' ? given() : given)

function fitsMembers(shape: Shape, value: Members, isExact: boolean): boolean {
  const { properties, required, others } = shape
  if (required) for (const name of required) if (!isThere(value, name)) return false
  if (properties)
    for (const property of properties) {
      // Read by index: taking a pair apart costs more than the check.
      const name = property[0]
      const member = value[name]
      if (member === undefined || fits(property[1], member, isExact)) continue
      if (Object.hasOwn(value, name)) return false
    }
  if (!others) return true
  return Object.entries(value).every(([name, member]) =>
    others(name).every((one) => member === undefined || fits(one, member, isExact)),
  )
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
  const shape = resolve(given)
  const { types = anyType, required, items, parts } = shape
  const type = typeBit(value)
  if (types !== 0 && (type & types) === 0) {
    const names = jsonTypes.filter((_, bit) => types & (1 << bit))
    return refuse(place, 'type', { type: names.length === 1 ? names[0] : names })
  }
  const inner = required ? { ...place, needed: [...place.needed, ...required] } : place
  let usable = value
  if (type === objectType) usable = readMembers(shape, value as Members, inner)
  if (type === arrayType && items) usable = readItems(items, value as unknown[], inner)
  if (parts) for (const part of parts) if (usable !== unusable) usable = part.read(usable, inner)
  return usable
}

type Members = Record<string, unknown>

const isThere = (value: Members, name: string) =>
  value[name] !== undefined && Object.hasOwn(value, name)

function readMembers(shape: Shape, value: Members, place: ReadingPlace): unknown {
  const { properties = [], required = [], others } = shape
  const { needed, state } = place
  let usable = value
  let isUsable = true
  for (const name of required) {
    if (isThere(value, name)) continue
    refuse(place, 'required', { property: name })
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
  if (others)
    for (const name of Object.keys(value)) for (const one of others(name)) readMember(name, one)
  return isUsable ? usable : unusable
}

function readItems(shape: AnyShape, value: unknown[], place: ReadingPlace, start = 0): unknown {
  const { state } = place
  let usable = value
  for (let index = start; index < value.length; index += 1) {
    const item = value[index]
    const known = state.findings.length
    const taken = readPart(shape, item, { above: place, key: index, needed: none, state })
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
    return refuse(place, 'anyOf', { merge: mergeChoice })
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

/** Fits no value, for a shape that takes no type. */
export const noValue: ShapePart = {
  fits: () => false,
  read: (_, place) =>
    refuse(place, 'false schema', { says: 'is not allowed here', expected: 'nothing' }),
}

/** The shapes of a member whose name matches a pattern, or else `rest` if `names` does not list it. */
export const otherMembers =
  (names: readonly string[], patterns: readonly (readonly [RegExp, AnyShape])[], rest?: AnyShape) =>
  (name: string): readonly AnyShape[] => {
    const fitting = patterns.filter(([pattern]) => pattern.test(name)).map(([, one]) => one)
    if (fitting.length > 0 || rest === undefined) return fitting
    return names.includes(name) ? [] : [rest]
  }

/** Scalars that the sender chooses from. Others are accepted too, but count as departures in a choice. */
export const listedValues = (values: readonly unknown[]): ShapePart => ({
  fits: (value, isExact) => !isExact || values.includes(value),
  read(value, { state }) {
    if (!values.includes(value)) state.departures += unlisted
    return value
  },
})

/** The shapes of the first items and of the items after them. At least `min` items must be present. */
export const firstItems = (
  prefix: readonly AnyShape[],
  min: number,
  items?: AnyShape,
): ShapePart => ({
  fits(value, isExact) {
    if (!Array.isArray(value)) return true
    if (value.length < min) return false
    for (let index = 0; index < value.length; index += 1) {
      const one = prefix[index] ?? items
      if (one && !fits(one, value[index], isExact)) return false
    }
    return true
  },
  read(value, place) {
    if (!Array.isArray(value)) return value
    if (value.length < min)
      return refuse(place, 'minItems', { expected: `at least ${countOf(min, 'item')}` })
    const { state } = place
    let usable = value
    for (const [index, one] of prefix.slice(0, value.length).entries()) {
      const item = value[index]
      const taken = readPart(one, item, { above: place, key: index, needed: none, state })
      // Without one of the first items, the others would change their meaning.
      if (taken === unusable) return unusable
      if (taken === item) continue
      if (usable === value) usable = [...value]
      usable[index] = taken
    }
    return items ? readItems(items, usable, place, prefix.length) : usable
  },
})

/** Fits a value that fits all of the shapes. */
export const allShapes = (shapes: readonly AnyShape[]): ShapePart => ({
  fits: (value, isExact) => shapes.every((one) => fits(one, value, isExact)),
  read: (value, place) =>
    shapes.reduce<unknown>(
      (usable, one) => (usable === unusable ? usable : readPart(one, usable, place)),
      value,
    ),
})

/** A choice: the branch with the fewest departures reads the value. */
export const anyShape = (branches: readonly AnyShape[]): ShapePart => ({
  fits(value) {
    const type = typeBit(value)
    const [first, ...others] = branches.filter((one) => type & (resolve(one).types ?? anyType))
    return first !== undefined && others.length === 0 && fits(first, value, true)
  },
  read: (value, place) => readBranches(branches, value, place),
})
