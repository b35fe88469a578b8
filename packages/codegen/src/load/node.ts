import type { ProblemCode, Report } from '../errors.ts'
import { escapeSegment, isObject, type JsonObject, kindOf } from '../json.ts'
import type { Location } from '../model.ts'
import type { Resource } from './resources.ts'
import { toOldPointer } from './swagger.ts'

/** A file that was read, parsed once. */
export interface LoadedFile {
  path: string
  /** Independent of where the project is; see `createFileNamer`. */
  name: string
  value: unknown
  loader: Loader
  /** Its schemas with an `$id`, and their anchors, by pointer. */
  resources: ReadonlyMap<string, Resource>
  /** True if the value was converted from Swagger 2.0. */
  isSwagger: boolean
}

/** What nodes need of the store that loaded their file. */
interface Loader {
  readonly report: Report
  resolve(ref: string, from: Node): Node | undefined
}

/** How the schemas of a document are written. */
export type Dialect = 'openapi-3.0' | '2020-12' | 'draft-07'

type Parts = Pick<Node, 'file' | 'pointer' | 'value' | 'dialect'> & { via?: readonly string[] }

/** A value of a file with its place. Problems go to the report of the run. */
export class Node {
  readonly file: LoadedFile
  readonly pointer: string
  readonly value: unknown
  /** That of a schema here, unless the schema itself states another. */
  readonly dialect: Dialect

  /** The places of the misplaced `$ref`s that led here. */
  readonly #via: readonly string[]

  constructor({ file, pointer, value, dialect, via = [] }: Parts) {
    this.#via = via
    this.file = file
    this.pointer = pointer
    this.value = value
    this.dialect = dialect
  }

  /** The same node with some of its parts replaced: another value, dialect or place of the same file. */
  with(parts: Partial<Parts>): Node {
    const { file, pointer, value, dialect } = this
    return new Node({ file, pointer, value, dialect, via: this.#via, ...parts })
  }

  /** One string per node: the identity of a `$ref` target. */
  get key(): string {
    return `${this.file.name}#${this.pointer}`
  }

  get location(): Location {
    const { file, pointer } = this
    return { file: file.name, pointer: file.isSwagger ? toOldPointer(pointer) : pointer }
  }

  get ref(): string | undefined {
    return isObject(this.value) && typeof this.value.$ref === 'string' ? this.value.$ref : undefined
  }

  /** One step down; its value is undefined if there is no such member. */
  child(key: string | number): Node {
    const { file, pointer, value, dialect } = this
    const isParent = typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    const inner = isParent ? (value as Record<string | number, unknown>)[key] : undefined
    const place = `${pointer}/${escapeSegment(String(key))}`
    return new Node({ file, dialect, pointer: place, value: inner, via: this.#via })
  }

  /** The items of a list; none for any other value. */
  items(): Node[] {
    return Array.isArray(this.value) ? this.value.map((_, index) => this.child(index)) : []
  }

  /** The members of an object by name; none if it is absent or the problem went to the report. */
  members(): [name: string, member: Node][] {
    const node = this.withoutRef()
    const names = node.value === undefined ? [] : Object.keys(node.object() ?? {})
    return names.map((name) => [name, node.child(name)])
  }

  /** The node where its document may not have a `$ref`. One that is there is reported; a lenient run follows it. */
  withoutRef(): Node {
    if (this.ref === undefined) return this
    const message = 'a $ref is not allowed here. Write the object itself.'
    this.child('$ref').problem('structure', message)
    const target = this.#via.includes(this.key) ? undefined : this.follow()
    return target?.with({ via: [...this.#via, this.key] }) ?? this.with({ value: {} })
  }

  /** The members that are objects, behind their `$ref`s, sorted by name. */
  objects(): [name: string, member: Node][] {
    if (!isObject(this.value)) return []
    return Object.keys(this.value)
      .toSorted()
      .flatMap((name) => {
        const member = this.child(name).follow()
        return member !== undefined && isObject(member.value) ? [[name, member]] : []
      })
  }

  /** The value as an object; undefined if the problem went to the report. */
  object(): JsonObject | undefined {
    if (isObject(this.value)) return this.value
    return this.problem('structure', `must be an object, not ${kindOf(this.value)}.`)
  }

  /** The node behind `ref`, one step; undefined if the problem went to the report. */
  resolve(ref: string): Node | undefined {
    return this.file.loader.resolve(ref, this)
  }

  /** The node behind all `$ref`s; undefined if the problem went to the report. */
  follow(isAlias: (node: Node) => boolean = () => true): Node | undefined {
    const seen = new Set<string>()
    let node: Node | undefined = this
    for (; node?.ref !== undefined && isAlias(node); node = node.resolve(node.ref)) {
      if (seen.has(node.key)) {
        return node.problem(
          'ref-unsupported',
          `the $ref '${node.ref}' leads only to itself. Point it at something else.`,
        )
      }
      seen.add(node.key)
    }
    return node
  }

  /**
   * The value as an example. `{ $ref: ./examples/a.json }` alone is replaced by the content of that
   * file, as other tools do.
   */
  example(): unknown {
    const { ref = '', value } = this
    const isFile =
      /^[^#:]+\.(json|ya?ml)(#.*)?$/.test(ref) && Object.keys(value as object).length < 2
    return isFile ? this.resolve(ref)?.value : value
  }

  /** Reports a `$ref` that is not a string. */
  checkRef(): void {
    if (!isObject(this.value) || this.value.$ref === undefined || this.ref !== undefined) return
    const message = `a $ref must be a string, not ${kindOf(this.value.$ref)}. Write a file and a pointer.`
    this.child('$ref').problem('structure', message)
  }

  /** True if a mistake costs only the rule it is in. */
  get isLenient(): boolean {
    return this.file.loader.report.isLenient
  }

  problem(code: ProblemCode, message: string): undefined {
    this.file.loader.report.add(code, this.location, message)
  }

  note(message: string): void {
    this.file.loader.report.note(this.location, message)
  }
}
