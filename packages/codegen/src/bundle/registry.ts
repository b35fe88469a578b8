import { compareText, isObject, parsePointer, setMember } from '../json.ts'
import type { Dialect, Node } from '../load/node.ts'
import { type Claim, claimNames, nameOfFile, nameOfPointer, toPascalCase } from './names.ts'

/** The parts of `components` that a bundled document has. */
export const sections = [
  ...(['schemas', 'responses', 'parameters', 'requestBodies', 'headers'] as const),
  ...(['pathItems', 'examples', 'links', 'callbacks'] as const),
]

export type Section = (typeof sections)[number]

export interface Entry {
  section: Section
  node: Node
  /** Final once `Registry.finish` ran. */
  name: string
  /** The normal form; undefined until the node is normalised. */
  value: unknown
}

export type Ref = { $ref: string }

/** Gives each node that a `$ref` reaches one entry, one name and one normal form. Linear. */
export class Registry {
  readonly #normalize: (section: Section, node: Node) => unknown
  readonly #entries = new Map<string, Entry & { claims: Claim[]; dialects: Set<Dialect> }>()
  readonly #links: { entry: Entry; owner: object; key: string }[] = []
  readonly #queue: { entry: Entry; node: Node }[] = []

  /** `normalize` gives the normal form of a node. It is called once for each dialect that reaches it. */
  constructor(normalize: (section: Section, node: Node) => unknown) {
    this.#normalize = normalize
  }

  /** Registers `components.<section>.<name>` of a document under its own name. */
  addComponent(section: Section, name: string, node: Node): void {
    const claimed = section === 'schemas' ? toPascalCase(name) : name
    this.#enter(section, node, { name: claimed, rank: 0, node })
  }

  /** The object that replaces the `$ref` of a node; its text is final after `finish`. Empty if it leads nowhere. */
  reference(section: Section, node: Node): Partial<Ref> {
    const holder: Partial<Ref> = { $ref: node.ref ?? '' }
    this.link(section, node, { owner: holder, key: '$ref' })
    return holder
  }

  /**
   * Sets `owner[key]`, a `$ref` written at `node`, to the final pointer of its target in `finish`; removes
   * it if the problem went to the report.
   */
  link<Key extends string>(
    section: Section,
    node: Node,
    { owner, key }: { owner: Partial<Record<Key, unknown>>; key: Key },
  ): void {
    const reached = node.resolve(owner[key] as string)
    const entry = reached && this.#enter(section, reached)
    if (entry === undefined) delete owner[key]
    else this.#links.push({ entry, owner, key })
  }

  /** Gives an inline node a name, and returns the `$ref` that replaces it. */
  lift(section: Section, node: Node, name: string): Ref {
    const owner = { $ref: node.key }
    const entry = this.#enter(section, node, { name, rank: 3, node })
    if (entry !== undefined) this.#links.push({ entry, owner, key: '$ref' })
    return owner
  }

  /** A schema by name: the target of its `$ref`, or the schema itself, lifted out; true if there is none. */
  nameSchema(node: Node, name: string): Ref {
    if (!isAlias(node, 'schemas') && node.value !== undefined)
      return this.lift('schemas', node, name)
    const target = node.value === undefined ? {} : this.reference('schemas', node)
    if (target.$ref !== undefined) return target as Ref
    return this.lift('schemas', node.with({ value: true }), name)
  }

  /** Names every entry and completes every `$ref`. Returns the entries and aliases, sorted by name. */
  finish(): Entry[] {
    for (let item = this.#queue.pop(); item !== undefined; item = this.#queue.pop())
      this.#normalizeItem(item)
    const entries: Entry[] = [...this.#entries.values()]
    const aliases = claimNames([...this.#entries.values()])
    for (const { entry, owner, key } of this.#links) setMember(owner, key, pointerOf(entry))
    for (const { entry, name, node } of aliases)
      entries.push({ section: entry.section, name, node, value: { $ref: pointerOf(entry) } })
    return entries.toSorted((a, b) => compareText(a.name, b.name))
  }

  #enter(section: Section, given: Node, claim?: Claim): Entry | undefined {
    const node = given.follow((one) => isAlias(one, section))
    if (node === undefined) return undefined
    const key = `${section} ${node.key}`
    const entry = this.#entries.get(key) ?? {
      section,
      node,
      name: '',
      value: undefined,
      claims: [],
      dialects: new Set(),
    }
    this.#entries.set(key, entry)
    entry.claims.push(claim ?? defaultClaim(node))
    if (!entry.dialects.has(node.dialect)) this.#queue.push({ entry, node })
    entry.dialects.add(node.dialect)
    return entry
  }

  #normalizeItem({ entry, node }: { entry: Entry; node: Node }): void {
    const value = this.#normalize(entry.section, node)
    entry.value ??= value
    if (entry.value === value || JSON.stringify(entry.value) === JSON.stringify(value)) return
    const message = `the schema is also used in the dialect '${node.dialect}', where it means something else. Write only what means the same in both dialects.`
    node.problem('dialect', message)
  }
}

/** True for a `$ref` with nothing beside it, which in 2020-12 would add rules to a schema. */
export function isAlias({ ref, value }: Node, section: Section): boolean {
  return (
    ref !== undefined &&
    (section !== 'schemas' || (isObject(value) && Object.keys(value).length === 1))
  )
}

function defaultClaim(node: Node): Claim {
  const { file, pointer } = node
  return pointer === ''
    ? { name: nameOfFile(file.name), rank: 1, node }
    : { name: nameOfPointer(file.name, parsePointer(pointer)), rank: 2, node }
}

function pointerOf({ section, name }: Entry): string {
  return `#/components/${section}/${name}`
}
