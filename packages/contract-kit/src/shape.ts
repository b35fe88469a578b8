/** Reads an unknown value as a `T`, or throws a `ShapeError` that says where it is not one. */
export type Shape<T> = (value: unknown, path: string) => T

type Shapes<T> = { [K in keyof T]-?: Shape<T[K]> }

/** A value that is not of its shape: `path` is its JSON Pointer, `expected` and `received` say kinds. */
export class ShapeError extends Error {
  readonly path: string
  readonly expected: string

  constructor(path: string, expected: string, value: unknown) {
    super(`${path || 'the value'} is wrong: expected ${expected}, received ${kindOf(value)}`)
    this.name = 'ShapeError'
    this.path = path
    this.expected = expected
  }
}

/** The kind of a value in words; never the value itself. */
function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'string') return value === '' ? 'empty text' : `text of ${value.length}`
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

const simple =
  <T>(expected: string, is: (value: unknown) => value is T): Shape<T> =>
  (value, path) => {
    if (is(value)) return value
    throw new ShapeError(path, expected, value)
  }

export const anything: Shape<unknown> = (value) => value
export const text = simple('text', (value) => typeof value === 'string')
export const sentence = simple(
  'text that is not empty',
  (value): value is string => typeof value === 'string' && value.trim() !== '',
)
export const flag = simple('true or false', (value) => typeof value === 'boolean')
export const number = simple('a number', (value) => typeof value === 'number')
export const count = simple(
  'a whole number of at least 0',
  (value): value is number => Number.isSafeInteger(value) && (value as number) >= 0,
)

/** Exactly one of the given values. */
export function word<const T extends string | number | boolean | null>(...words: T[]): Shape<T> {
  const expected = words.map((one) => JSON.stringify(one)).join(' or ')
  return simple(expected, (value): value is T => words.includes(value as T))
}

export const orNull =
  <T>(shape: Shape<T>): Shape<T | null> =>
  (value, path) =>
    value === null ? null : shape(value, path)

export const listOf =
  <T>(shape: Shape<T>): Shape<T[]> =>
  (value, path) => {
    if (!Array.isArray(value)) throw new ShapeError(path, 'a list', value)
    return value.map((one, index) => shape(one, `${path}/${index}`))
  }

export const pairOf =
  <A, B>(first: Shape<A>, second: Shape<B>): Shape<[A, B]> =>
  (value, path) => {
    if (!Array.isArray(value) || value.length !== 2) throw new ShapeError(path, 'a pair', value)
    return [first(value[0], `${path}/0`), second(value[1], `${path}/1`)]
  }

export const mapOf =
  <T>(shape: Shape<T>): Shape<Record<string, T>> =>
  (value, path) =>
    Object.fromEntries(
      entriesOf(value, path).map(([key, one]) => [key, shape(one, `${path}/${key}`)]),
    )

/** An object with every field of `required`, perhaps some of `optional`, and no other. */
export const object =
  <R extends object, O extends object = object>(
    required: Shapes<R>,
    optional: Shapes<O> = {} as Shapes<O>,
  ): Shape<R & Partial<O>> =>
  (value, path) => {
    const shapes = { ...required, ...optional } as Record<string, Shape<unknown>>
    const entries = entriesOf(value, path)
    for (const key of Object.keys(required)) {
      if (!entries.some(([name]) => name === key)) {
        throw new ShapeError(path, `an object with ${key}`, value)
      }
    }
    const read = entries.map(([key, one]) => {
      const shape = shapes[key]
      if (shape) return [key, shape(one, `${path}/${key}`)]
      throw new ShapeError(`${path}/${key}`, `one of ${Object.keys(shapes).join(', ')}`, one)
    })
    return Object.fromEntries(read) as R & Partial<O>
  }

/** The first of two shapes that fits; of two failures the one that got further is told. */
export const either =
  <A, B>(first: Shape<A>, second: Shape<B>): Shape<A | B> =>
  (value, path) => {
    const failures: ShapeError[] = []
    for (const shape of [first, second]) {
      try {
        return shape(value, path)
      } catch (error) {
        if (!(error instanceof ShapeError)) throw error
        failures.push(error)
      }
    }
    const [one, other] = failures as [ShapeError, ShapeError]
    if (one.path === other.path) {
      throw new ShapeError(one.path, `${one.expected} or ${other.expected}`, value)
    }
    throw other.path.length > one.path.length ? other : one
  }

function entriesOf(value: unknown, path: string): [string, unknown][] {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return Object.entries(value)
  }
  throw new ShapeError(path, 'an object', value)
}
