import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { Location } from '../model.ts'
import { escapeSegment, formatPointer, parsePointer } from './json-pointer.ts'
import { locateInJson } from './parse-json.ts'
import { locateInYaml } from './parse-yaml.ts'

/** The text of a file without its byte order mark; undefined if it cannot be read. */
export function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
  } catch {
    return undefined
  }
}

/** True if a file is JSON, judged by its extension, else by its first character. */
export function isJson(path: string, text: string): boolean {
  const extension = extname(path).toLowerCase()
  if (extension === '.json') return true
  return extension !== '.yaml' && extension !== '.yml' && text.trimStart().startsWith('{')
}

/** Enough digits for an integer beyond 2^53, or a way to write infinity or NaN in YAML or JSON. */
const suspect = /\d{16}|\.(?:inf|nan)|\d[eE]\+?\d{3}/i

/** The numbers that are not finite, or not those that the text writes. Most texts cost one pattern. */
export function findNumberFaults(
  text: string,
  value: unknown,
): { pointer: string; value: number }[] {
  const faults: { pointer: string; value: number }[] = []
  if (!suspect.test(text)) return faults
  const seen = new Set<unknown>()
  const visit = (node: unknown, pointer: string): void => {
    if (typeof node === 'number') {
      if (!Number.isFinite(node) || (isInexact(node, text) && !isExample(pointer)))
        faults.push({ pointer, value: node })
    } else if (typeof node === 'object' && node !== null && !seen.has(node)) {
      seen.add(node)
      for (const [key, inner] of Object.entries(node))
        visit(inner, `${pointer}/${escapeSegment(key)}`)
    }
  }
  visit(value, '')
  return faults
}

/** True for an inexact integer with all its digits written out, unlike 1.5e300. */
function isInexact(value: number, text: string): boolean {
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return false
  return text.includes(BigInt(Math.abs(value)).toString().slice(0, 15))
}

/** True inside an example, whose numbers are no rules. A property may be called that, too. */
function isExample(pointer: string): boolean {
  return /(?<!\/properties)\/examples?(\/|$)/.test(pointer)
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
