import type { Target } from '../load/document-store.ts'
import { parsePointer } from '../load/json-pointer.ts'
import { type Claim, claimNames, compareText } from './claim-names.ts'
import { dialectOf } from './dialects.ts'
import { nameOfFile, nameOfPointer, toPascalCase } from './names.ts'
import {
  type Context,
  type Dialect,
  isObject,
  type JsonObject,
  keyOf,
  locationOf,
  refOf,
} from './node.ts'

/** The parts of `components` that a bundled document has. */
export type Section =
  | 'schemas'
  | 'responses'
  | 'parameters'
  | 'requestBodies'
  | 'headers'
  | 'pathItems'
  | 'examples'
  | 'links'
  | 'callbacks'

/** A named node of the bundle. */
export interface Entry {
  section: Section
  target: Target
  /** Final once `Registry.finish` ran. */
  name: string
  /** The normal form; undefined until the node is normalised. */
  value: unknown
}

/** Returns the normal form of a node. Called once for each dialect that reaches it. */
type Normalize = (entry: Entry, dialect: Dialect) => unknown

interface Reach {
  target: Target
  dialect: Dialect
  claim?: Claim
  /** True if the place itself states its dialect, whatever its file states. */
  isStated?: boolean
}

/** Gives each node that a `$ref` reaches one entry, one name and one normal form. Linear. */
export class Registry {
  readonly #context: Context
  readonly #normalize: Normalize
  readonly #entries = new Map<string, Entry & { claims: Claim[]; dialects: Set<Dialect> }>()
  readonly #links: { entry: Entry; assign: (pointer: string) => void }[] = []
  readonly #queue: { entry: Entry; dialect: Dialect }[] = []

  constructor(context: Context, normalize: Normalize) {
    this.#context = context
    this.#normalize = normalize
  }

  /** Registers `components.<section>.<name>` of a document under its own name. */
  addComponent(section: Section, name: string, { target, dialect }: Reach): void {
    const claimed = section === 'schemas' ? toPascalCase(name) : name
    this.#enter(section, {
      target,
      dialect,
      claim: { name: claimed, rank: 0, target },
    })
  }

  /** The object that replaces a `$ref`; its text is final after `finish`. */
  reference(section: Section, ref: string, { target, dialect }: Reach): { $ref: string } {
    const holder = { $ref: ref }
    this.link(section, ref, {
      target,
      dialect,
      assign: (pointer) => {
        holder.$ref = pointer
      },
    })
    return holder
  }

  /** Calls `assign` with the final pointer of a `$ref` target, in `finish`. */
  link(
    section: Section,
    ref: string,
    { target, dialect, assign }: Reach & { assign: (pointer: string) => void },
  ): void {
    const reached = this.#context.store.resolve(ref, target)
    if (reached !== undefined)
      this.#link(this.#enter(section, { target: reached, dialect }), assign)
  }

  /** Gives an inline node a name, and returns the `$ref` that replaces it. */
  lift(section: Section, name: string, { target, dialect, isStated }: Reach): { $ref: string } {
    const holder = { $ref: keyOf(target) }
    const claim = { name, rank: 3, target }
    const entry = this.#enter(section, { target, dialect, claim, ...(isStated && { isStated }) })
    this.#link(entry, (pointer) => {
      holder.$ref = pointer
    })
    return holder
  }

  /** Names every entry and completes every `$ref`. Returns the entries and aliases, sorted by name. */
  finish(): Entry[] {
    for (let item = this.#queue.pop(); item !== undefined; item = this.#queue.pop())
      this.#normalizeItem(item)
    const entries = [...this.#entries.values()]
    const aliases = claimNames(entries)
    for (const { entry, assign } of this.#links) assign(pointerOf(entry))
    const aliasEntries = aliases.map(({ entry, name, target }) => ({
      section: entry.section,
      name,
      target,
      value: { $ref: pointerOf(entry) },
    }))
    return [...entries, ...aliasEntries].toSorted((a, b) => compareText(a.name, b.name))
  }

  #enter(section: Section, { target, dialect, claim, isStated }: Reach): Entry | undefined {
    const final = this.#followAliases(target, section)
    if (final === undefined) return undefined
    const key = `${section} ${keyOf(final)}`
    let entry = this.#entries.get(key)
    if (entry === undefined) {
      entry = {
        section,
        target: final,
        name: '',
        value: undefined,
        claims: [],
        dialects: new Set(),
      }
      this.#entries.set(key, entry)
    }
    entry.claims.push(claim ?? defaultClaim(final))
    const own = isStated ? dialect : dialectOf(final.file, dialect)
    if (!entry.dialects.has(own)) {
      entry.dialects.add(own)
      this.#queue.push({ entry, dialect: own })
    }
    return entry
  }

  #followAliases(target: Target, section: Section): Target | undefined {
    const seen = new Set<string>()
    let current: Target | undefined = target
    while (current !== undefined && isAlias(current.value, section)) {
      if (seen.has(keyOf(current))) {
        const message =
          'the $ref leads only to itself. Replace one $ref of the cycle with what it should mean.'
        this.#context.report.add('ref-unsupported', locationOf(current), message)
        return undefined
      }
      seen.add(keyOf(current))
      current = this.#context.store.resolve(refOf(current.value) ?? '', current)
    }
    return current
  }

  #link(entry: Entry | undefined, assign: (pointer: string) => void): void {
    if (entry !== undefined) this.#links.push({ entry, assign })
  }

  #normalizeItem({ entry, dialect }: { entry: Entry; dialect: Dialect }): void {
    const value = this.#normalize(entry, dialect)
    if (entry.value === undefined) entry.value = value
    else if (JSON.stringify(entry.value) !== JSON.stringify(value)) {
      const message = `the schema means something else in the dialect '${dialect}', from which it is also reached. Write only what both dialects share.`
      this.#context.report.add('dialect', locationOf(entry.target), message)
    }
  }
}

function isAlias(value: unknown, section: Section): boolean {
  if (!isObject(value) || typeof value.$ref !== 'string') return false
  return section !== 'schemas' || Object.keys(value).length === 1
}

function defaultClaim(target: Target): Claim {
  const { file, pointer } = target
  if (pointer === '') return { name: nameOfFile(file.name), rank: 1, target }
  return { name: nameOfPointer(file.name, parsePointer(pointer)), rank: 2, target }
}

function pointerOf({ section, name }: Entry): string {
  return `#/components/${section}/${name}`
}

/** A place as a named schema: the target of its `$ref`, or the schema itself, lifted out. */
export function nameSchema(
  target: Target,
  {
    registry,
    dialect,
    name,
    isStated = false,
  }: { registry: Registry; dialect: Dialect; name: string; isStated?: boolean },
): { $ref: string } {
  const ref = refOf(target.value)
  if (ref !== undefined && Object.keys(target.value as JsonObject).length === 1)
    return registry.reference('schemas', ref, { target, dialect })
  const lifted = target.value === undefined ? { ...target, value: true } : target
  return registry.lift('schemas', name, { target: lifted, dialect, isStated })
}
