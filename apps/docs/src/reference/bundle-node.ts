import { DocsError } from '../errors.ts'

export type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export type Place = { name: string; value: unknown; pointer: string }

/** An object of the bundle that is read key by key; each key can be taken only once. */
export class BundleNode {
  readonly bundle: Bundle
  readonly pointer: string
  readonly #left: Map<string, unknown>
  readonly #unshown: Set<string>

  constructor(bundle: Bundle, value: unknown, pointer: string) {
    if (!isObject(value)) throw new DocsError(`${pointer} must be an object.`)
    this.bundle = bundle
    this.pointer = pointer
    this.#left = new Map(Object.entries(value))
    this.#unshown = bundle.unshown.get(pointer) ?? new Set(this.#left.keys())
    bundle.unshown.set(pointer, this.#unshown)
    if (value.deprecated === true) bundle.deprecated.add(pointer)
  }

  has = (key: string): boolean => this.#left.has(key)

  peek = (key: string): unknown => this.#left.get(key)

  take(key: string): unknown {
    const value = this.#left.get(key)
    this.#left.delete(key)
    this.#unshown.delete(key)
    return value
  }

  text(key: string): string | undefined {
    return this.#typed(key, (value) => typeof value === 'string', 'a string') as string | undefined
  }

  number(key: string): number | undefined {
    return this.#typed(key, (value) => typeof value === 'number', 'a number') as number | undefined
  }

  flag(key: string): boolean {
    return this.#typed(key, (value) => typeof value === 'boolean', 'true or false') === true
  }

  names(key: string): string[] {
    const isNames = (value: unknown) =>
      Array.isArray(value) && value.every((one) => typeof one === 'string')
    return (this.#typed(key, isNames, 'a list of strings') as string[] | undefined) ?? []
  }

  /** The values of a list or of an object, each with its pointer. */
  places(key: string): Place[] {
    const isHolder = (value: unknown) => typeof value === 'object' && value !== null
    const holder = this.#typed(key, isHolder, 'a list or an object') ?? {}
    return Object.entries(holder).map(([name, value]) => ({
      name,
      value,
      pointer: `${this.pointerOf(key)}/${toToken(name)}`,
    }))
  }

  child(key: string): BundleNode | undefined {
    if (!this.has(key)) return undefined
    return this.bundle.resolve(this.take(key), this.pointerOf(key))
  }

  children(key: string): [name: string, node: BundleNode][] {
    return this.places(key).map(({ name, value, pointer }) => [
      name,
      this.bundle.resolve(value, pointer),
    ])
  }

  extensions(): [string, unknown][] {
    const names = [...this.#left.keys()].filter((name) => name.startsWith('x-'))
    return names.map((name) => [name, this.take(name)])
  }

  pointerOf = (key: string): string => `${this.pointer}/${toToken(key)}`

  #typed(key: string, isRight: (value: unknown) => boolean, expected: string): unknown {
    if (!this.has(key)) return undefined
    const value = this.take(key)
    if (isRight(value)) return value
    throw new DocsError(`${this.pointerOf(key)} must be ${expected}.`)
  }
}

/** A bundled document: all its references are internal. */
export class Bundle {
  readonly document: Json
  /** Whether partners read what it describes; they ignore what later versions add. */
  readonly isContract: boolean
  /** Keys that no page shows yet, by the pointer of each object that was read. */
  readonly unshown = new Map<string, Set<string>>()
  /** Pointers of the objects that are deprecated. */
  readonly deprecated = new Set<string>()

  constructor(document: Json, isContract = false) {
    this.document = document
    this.isContract = isContract
  }

  root(): BundleNode {
    return new BundleNode(this, this.document, '#')
  }

  /** The object itself, or the one that it refers to. */
  resolve(value: unknown, pointer: string): BundleNode {
    if (!isObject(value) || !('$ref' in value)) return new BundleNode(this, value, pointer)
    const { $ref, ...beside } = value
    new BundleNode(this, beside, pointer)
    return this.resolve(this.valueAt($ref, pointer), String($ref))
  }

  valueAt(ref: unknown, from: string): unknown {
    const tokens = typeof ref === 'string' && ref.startsWith('#/') ? ref.slice(2).split('/') : []
    let value: unknown = tokens.length > 0 ? this.document : undefined
    for (const token of tokens) value = (value as Json | undefined)?.[fromToken(token)]
    if (value === undefined) throw new DocsError(`${from}/$ref points to nothing: ${String(ref)}`)
    return value
  }

  /** @throws {DocsError} with the pointer of a key that no page shows, so that nothing is left out. */
  assertAllShown(): void {
    for (const [pointer, [key]] of this.unshown) {
      if (key === undefined) continue
      throw new DocsError(
        `${pointer}/${toToken(key)}: the reference pages cannot show this. Add it to apps/docs/src/reference.`,
      )
    }
  }
}

const toToken = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')
const fromToken = (token: string) =>
  decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~')
