import { readFileSync } from 'node:fs'
import { dirname, extname, join, relative, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Report } from '../errors.ts'
import { formatPointer, isObject, type JsonObject, parsePointer } from '../json.ts'
import type { Location } from '../model.ts'
import { dialectOf } from './dialects.ts'
import { findNumberFaults } from './find-number-faults.ts'
import { type Dialect, type LoadedFile, Node } from './node.ts'
import { locateInJson, parseJson } from './parse-json.ts'
import { locateInYaml, parseYaml } from './parse-yaml.ts'
import { findResources, resourceAt, toAbsolute } from './resources.ts'
import { fromSwagger, toNewPointer } from './swagger.ts'

/** Folders of this machine by the start of the addresses whose documents they hold. */
export type Remotes = Readonly<Record<string, string>>

interface StoreOptions {
  cwd: string
  report: Report
  remotes?: Remotes
  onRead?: (path: string) => void
}

/** Reads the documents and every file that their `$ref`s reach, each once, only from the file system. */
export class DocumentStore {
  readonly report: Report
  readonly #files = new Map<string, LoadedFile | 'missing' | 'faulty'>()
  readonly #resolving = new Set<unknown>()
  /** The schemas with an `$id`, by their URI. */
  readonly #byUri = new Map<string, { file: LoadedFile; pointer: string }>()
  readonly #options: StoreOptions
  readonly #nameOf: (path: string) => string

  constructor(documents: readonly string[], options: StoreOptions) {
    this.report = options.report
    this.#options = options
    this.#nameOf = createFileNamer(documents.map((document) => resolve(options.cwd, document)))
  }

  /** The root of a file that a user named; undefined if its problems went to the report. */
  open(document: string): Node | undefined {
    const path = resolve(this.#options.cwd, document)
    const file = this.#read(path)
    if (typeof file === 'object') return nodeAt(file, '', '2020-12')
    const location = { file: this.#nameOf(path), pointer: '' }
    if (file === 'missing')
      this.report.refuse('file-missing', location, 'the file cannot be read. Check the path.')
    return undefined
  }

  /** The node that a `$ref` points to, one step; undefined if the problem went to the report. */
  resolve(ref: string, from: Node): Node | undefined {
    const tell = (code: keyof typeof refProblems) =>
      from.child('$ref').problem(code, `the $ref '${ref}' ${refProblems[code]}`)
    const [address = '', fragment = ''] = ref.split(/#(.*)/s)
    const root = this.#findRoot(address, from)
    if (root === 'faulty') return undefined
    if (typeof root === 'string') return tell(root)
    const written = decode(fragment)
    const name = root.file.isSwagger ? toNewPointer(written) : written
    if (name !== '' && !name.startsWith('/')) {
      const pointer = resourceAt(root.file.resources, root.pointer).anchors.get(name)
      return pointer === undefined ? tell('ref-dangling') : nodeAt(root.file, pointer, from.dialect)
    }
    let node: Node | undefined = root
    for (const segment of parsePointer(name)) node = node && this.#step(node, segment)
    return node ?? tell('ref-dangling')
  }

  /** The file or schema with an `$id` that an address names, seen from a node. */
  #findRoot(address: string, from: Node): Node | 'file-missing' | 'ref-remote' | 'faulty' {
    const own = resourceAt(from.file.resources, from.pointer)
    if (address === '') return nodeAt(from.file, own.pointer, from.dialect)
    const uri = toAbsolute(address, own.uri) ?? ''
    const known = this.#byUri.get(uri)
    if (known !== undefined) return nodeAt(known.file, known.pointer, from.dialect)
    const isAbsolute = /^([a-z][a-z0-9+.-]+:|\/\/)/i.test(address)
    const local = this.#pathOf(uri)
    if (isAbsolute && local === undefined) return 'ref-remote'
    const file = this.#read(local ?? resolve(dirname(from.file.path), decode(address)))
    if (file === 'missing') return 'file-missing'
    return file === 'faulty' ? file : nodeAt(file, '', from.dialect)
  }

  /** The path of a document of the network in the folder that was named for it. */
  #pathOf(uri: string): string | undefined {
    const { cwd, remotes = {} } = this.#options
    const [start, folder = ''] = Object.entries(remotes).find(([one]) => uri.startsWith(one)) ?? []
    return start === undefined
      ? undefined
      : join(resolve(cwd, folder), decode(uri.slice(start.length)))
  }

  /** The locations with line and column, in the same order, files relative to the working directory. */
  locate(locations: readonly Location[]): Location[] {
    const located = new Map<Location, Location>()
    for (const path of this.#files.keys()) {
      const name = this.#nameOf(path)
      const group = locations.filter(({ file }) => file === name)
      const positions = group.length === 0 ? [] : locate(group, path)
      const file = relative(this.#options.cwd, path).replaceAll(sep, '/')
      for (const [index, location] of group.entries())
        located.set(location, { ...location, ...positions[index], file })
    }
    return locations.map((location) => located.get(location) ?? location)
  }

  /** One segment down, through a `$ref` if the node is one. */
  #step(node: Node, segment: string): Node | undefined {
    const { value, ref } = node
    if (typeof value !== 'object' || value === null) return undefined
    if (Object.hasOwn(value, segment)) return node.child(segment)
    if (ref === undefined || this.#resolving.has(value)) return undefined
    this.#resolving.add(value)
    const next = this.resolve(ref, node)
    const found = next && this.#step(next, segment)
    this.#resolving.delete(value)
    return found
  }

  #read(path: string): LoadedFile | 'missing' | 'faulty' {
    const file = this.#files.get(path) ?? this.#load(path)
    this.#files.set(path, file)
    return file
  }

  #load(path: string): LoadedFile | 'missing' | 'faulty' {
    const name = this.#nameOf(path)
    this.#options.onRead?.(path)
    const text = readText(path)
    if (text === undefined) return 'missing'
    const { value, faults, numbers } = parseOnce(path, text)
    for (const { message, ...position } of faults)
      this.report.refuse('syntax', { file: name, ...position }, message)
    if (faults.length > 0) return 'faulty'
    for (const { pointer, value: number } of numbers) {
      const location = { file: name, pointer }
      if (Number.isFinite(number)) this.report.note(location, inexact)
      else this.report.refuse('syntax', location, `JSON has no ${number}. ${writeNumber}`)
    }
    const converted = this.#convert(value, name)
    if (converted === 'faulty') return 'faulty'
    const uri = pathToFileURL(path).href
    const self =
      isObject(value) && typeof value.$self === 'string' ? toAbsolute(value.$self, uri) : uri
    // Most files name nothing, and looking through a large one takes time.
    const namesNothing = !/\$(id|anchor|dynamicAnchor)\b/.test(text)
    const resources = findResources(namesNothing ? undefined : value, self ?? uri)
    const isSwagger = converted !== undefined
    const file = { path, name, value: converted ?? value, loader: this, resources, isSwagger }
    for (const resource of resources.values())
      if (resource.uri !== uri) this.#byUri.set(resource.uri, { file, pointer: resource.pointer })
    return file
  }

  #convert(value: unknown, name: string): JsonObject | 'faulty' | undefined {
    try {
      return fromSwagger(value)
    } catch (error) {
      const message = `this Swagger document cannot be converted: ${(error as Error).message}. Correct it.`
      this.report.refuse('structure', { file: name, pointer: '' }, message)
      return 'faulty'
    }
  }
}

/** The node at a pointer from the root of a file, which exists. */
function nodeAt(file: LoadedFile, pointer: string, inherited: Dialect): Node {
  const dialect = dialectOf(file, inherited)
  const root = new Node({ file, pointer: '', value: file.value, dialect })
  return parsePointer(pointer).reduce<Node>((node, segment) => node.child(segment), root)
}

/** The last text of each file with what it says: a program may read the documents more than once. */
const known = new Map<string, ReturnType<typeof parse> & { text: string }>()

function parseOnce(path: string, text: string) {
  const last = known.get(path)
  if (last?.text === text) return last
  const parsed = { text, ...parse(path, text) }
  known.set(path, parsed)
  return parsed
}

function parse(path: string, text: string) {
  const { value, faults } = isJson(path, text) ? parseJson(text) : parseYaml(text)
  return { value, faults, numbers: faults.length > 0 ? [] : findNumberFaults(text, value) }
}

const inexact = 'integers beyond 2^53 are not exact. Write a string if every digit matters.'
const writeNumber = 'Write a number or a string.'

const refProblems = {
  'file-missing': 'names a file that cannot be read. Correct the path, or add the file.',
  'ref-dangling': 'points at nothing. Correct it, or add what it names.',
  'ref-remote':
    'points to the network. Save that document, and name its file here or its folder with --remote.',
} as const

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Names of files that are the same wherever the project lies and whatever the working directory is:
 * relative to the folder that holds the documents' own folder, such as `specs/schemas/country.yaml`.
 */
export function createFileNamer(documentPaths: readonly string[]): (path: string) => string {
  const base = dirname(commonFolder(documentPaths.map((path) => dirname(path))))
  return (path) => relative(base, path).replaceAll(sep, '/')
}

function commonFolder(folders: readonly string[]): string {
  const [first = [], ...rest] = folders.map((folder) => folder.split(sep))
  let length = first.length
  for (const segments of rest) {
    while (first.slice(0, length).join(sep) !== segments.slice(0, length).join(sep)) length -= 1
  }
  return first.slice(0, length).join(sep) || sep
}

/** The text of a file without its byte order mark; undefined if it cannot be read. */
function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
  } catch {
    return undefined
  }
}

/** True if a file is JSON, judged by its extension, else by its first character. */
function isJson(path: string, text: string): boolean {
  const extension = extname(path).toLowerCase()
  if (extension === '.json') return true
  return extension !== '.yaml' && extension !== '.yml' && text.trimStart().startsWith('{')
}

/**
 * The locations of one file with line and column: those of the node, or of the nearest node around it
 * that exists. Reads the file again, so a run without problems keeps nothing.
 */
export function locate(locations: readonly Location[], path: string): Location[] {
  const text = readText(path)
  if (text === undefined) return [...locations]
  const pointers = new Set(locations.flatMap(({ pointer }) => ancestors(pointer)))
  const positions = (isJson(path, text) ? locateInJson : locateInYaml)(text, pointers)
  return locations.map((location) => {
    if (location.line !== undefined) return location
    const known = ancestors(location.pointer).find((pointer) => positions.has(pointer))
    return { ...location, ...(known !== undefined && positions.get(known)) }
  })
}

/** The pointer and those of everything around it, innermost first. */
function ancestors(pointer: string): string[] {
  const segments = parsePointer(pointer)
  return [...segments.keys(), segments.length]
    .map((length) => formatPointer(segments.slice(0, length)))
    .toReversed()
}
