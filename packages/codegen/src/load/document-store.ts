import { dirname, relative, resolve } from 'node:path'
import type { Location } from '../model.ts'
import type { Report } from '../report.ts'
import { createFileNamer, toPosix } from './file-names.ts'
import { escapeSegment, parsePointer } from './json-pointer.ts'
import { parseJson } from './parse-json.ts'
import { parseYaml } from './parse-yaml.ts'
import { findNumberFaults, isJson, locate, type NumberFault, readText } from './read-file.ts'

/** A file that was read, parsed once. */
export interface LoadedFile {
  path: string
  /** Independent of where the project is; see `createFileNamer`. */
  name: string
  value: unknown
}

/** A node of a file. */
export interface Target {
  file: LoadedFile
  pointer: string
  value: unknown
}

/** The object that holds a `$ref`. */
type RefSite = Pick<Target, 'file' | 'pointer'>

/** Reads the documents and every file that their `$ref`s reach, each once, only from the file system. */
export class DocumentStore {
  readonly #files = new Map<string, LoadedFile | 'missing' | 'faulty'>()
  readonly #resolving = new Set<unknown>()
  readonly #report: Report
  readonly #cwd: string
  readonly #nameOf: (path: string) => string

  constructor(documents: readonly string[], { cwd, report }: { cwd: string; report: Report }) {
    this.#cwd = cwd
    this.#report = report
    this.#nameOf = createFileNamer(documents.map((document) => resolve(cwd, document)))
  }

  /** The file that a user named; undefined if its problems went to the report. */
  open(document: string): LoadedFile | undefined {
    const path = resolve(this.#cwd, document)
    const file = this.#read(path)
    if (typeof file === 'object') return file
    if (file === 'missing') {
      const location = { file: this.#nameOf(path), pointer: '' }
      this.#report.add('file-missing', location, 'the file cannot be read. Check the path.')
    }
    return undefined
  }

  /** The node that a `$ref` points to, one step; undefined if the problem went to the report. */
  resolve(ref: string, site: RefSite): Target | undefined {
    const parsed = parseRef(ref)
    if ('fault' in parsed) {
      this.#add(parsed.fault === 'remote' ? 'ref-remote' : 'ref-unsupported', ref, site)
      return undefined
    }
    const path = resolve(dirname(site.file.path), parsed.file)
    const file = parsed.file === '' ? site.file : this.#read(path)
    if (file === 'missing') this.#add('file-missing', ref, site)
    if (typeof file !== 'object') return undefined
    const target = this.#walk({ file, pointer: '', value: file.value }, parsed.segments)
    if (target === undefined) this.#add('ref-dangling', ref, site)
    return target
  }

  /** The locations with line and column, in the same order, files relative to the working directory. */
  locate(locations: readonly Location[]): Location[] {
    const located = new Map<Location, Location>()
    for (const path of this.#files.keys()) {
      const name = this.#nameOf(path)
      const group = locations.filter(({ file }) => file === name)
      const positions = group.length === 0 ? [] : locate(group, path)
      for (const [index, location] of group.entries()) {
        const file = toPosix(relative(this.#cwd, path))
        located.set(location, { ...location, ...positions[index], file })
      }
    }
    return locations.map((location) => located.get(location) ?? location)
  }

  #walk(start: Target, segments: readonly string[]): Target | undefined {
    let target: Target | undefined = start
    for (const segment of segments) {
      target = this.#step(target, segment)
      if (target === undefined) return undefined
    }
    return target
  }

  /** One segment down, through a `$ref` if the node is one. */
  #step(target: Target, segment: string): Target | undefined {
    const { file, pointer, value } = target
    if (typeof value !== 'object' || value === null) return undefined
    if (Object.hasOwn(value, segment)) {
      const child = (value as Record<string, unknown>)[segment]
      return { file, pointer: `${pointer}/${escapeSegment(segment)}`, value: child }
    }
    if (!('$ref' in value) || typeof value.$ref !== 'string' || this.#resolving.has(value)) {
      return undefined
    }
    this.#resolving.add(value)
    const next = this.resolve(value.$ref, target)
    const found = next === undefined ? undefined : this.#step(next, segment)
    this.#resolving.delete(value)
    return found
  }

  #read(path: string): LoadedFile | 'missing' | 'faulty' {
    const known = this.#files.get(path)
    if (known !== undefined) return known
    const file = this.#load(path)
    this.#files.set(path, file)
    return file
  }

  #load(path: string): LoadedFile | 'missing' | 'faulty' {
    const name = this.#nameOf(path)
    const text = readText(path)
    if (text === undefined) return 'missing'
    const { value, faults } = isJson(path, text) ? parseJson(text) : parseYaml(text)
    for (const { message, ...position } of faults) {
      this.#report.add('syntax', { file: name, ...position }, message)
    }
    if (faults.length > 0) return 'faulty'
    this.#checkNumbers(name, findNumberFaults(text, value))
    return { path, name, value }
  }

  #checkNumbers(file: string, faults: readonly NumberFault[]): void {
    for (const { pointer, value } of faults) {
      if (Number.isFinite(value)) this.#report.note({ file, pointer }, INEXACT)
      else
        this.#report.add(
          'syntax',
          { file, pointer },
          `JSON has no ${value}. Write a number or a string.`,
        )
    }
  }

  #add(code: keyof typeof REF_PROBLEMS, ref: string, { file, pointer }: RefSite): void {
    const location = { file: file.name, pointer: `${pointer}/$ref` }
    this.#report.add(code, location, `the $ref '${ref}' ${REF_PROBLEMS[code]}`)
  }
}

const INEXACT = 'integers beyond 2^53 are not exact. Write a string if every digit matters.'

const REF_PROBLEMS = {
  'file-missing': 'names a file that cannot be read. Correct the path, or add the file.',
  'ref-dangling': 'points at nothing. Correct it, or add what it names.',
  'ref-remote': 'points to the network. Save that document next to this one and name its file.',
  'ref-unsupported':
    "names an anchor. Write a JSON Pointer, such as '#/components/schemas/Name', instead.",
} as const

/** The file (`''` for the same file) and pointer segments of a `$ref`, or why it is not supported. */
type ParsedRef = { file: string; segments: string[] } | { fault: 'remote' | 'anchor' }

/** Parses a `$ref`. @see RFC 3986, RFC 6901 */
function parseRef(ref: string): ParsedRef {
  const hash = ref.indexOf('#')
  const address = hash === -1 ? ref : ref.slice(0, hash)
  const pointer = hash === -1 ? '' : decode(ref.slice(hash + 1))
  if (/^[a-z][a-z0-9+.-]+:/i.test(address) || address.startsWith('//')) return { fault: 'remote' }
  if (pointer !== '' && !pointer.startsWith('/')) return { fault: 'anchor' }
  return { file: decode(address), segments: parsePointer(pointer) }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
