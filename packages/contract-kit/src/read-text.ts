import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import * as v from 'valibot'

/** The folder of the contract, resolved as a workspace package. */
export const specsFolder = dirname(
  createRequire(import.meta.url).resolve('@partner-platform/specs/openapi.yaml'),
)

/** The bytes of a file of the specs, or an `Error` that names it if it is missing. */
export function readBytes(specs: string, file: string): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(readFileSync(join(specs, file)))
  } catch (cause) {
    throw new Error(`specs/${file} cannot be read. Add it, or remove what refers to it.`, { cause })
  }
}

/** The text of some bytes, byte order mark included. */
export const toText = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

/** The result of `read`, or an `Error` that names the file of the text. */
export function parseWith(read: (text: string) => unknown, text: string, file: string): unknown {
  try {
    return read(text)
  } catch (cause) {
    throw new Error(
      `specs/${file} does not parse. Correct it; examples that must not parse belong in unparseable/.`,
      { cause },
    )
  }
}

/** Text that is not empty. */
export const sentence = v.pipe(v.string(), v.trim(), v.nonEmpty())

const id = v.pipe(
  v.string(),
  v.regex(/^(D-\d{3}|\d+(\.[\w-]+)*)$/, "Invalid rule: Expected one such as '5.4' or D-002"),
)

/** A rule in a table: one id or a list of ids, as one text for a test title. */
export const rule = v.pipe(
  v.union([id, v.pipe(v.array(id), v.minLength(1))]),
  v.transform((ids) => [ids].flat().join(', ')),
)

type Ruled = { readonly rule: string }

/**
 * The ids of the rules behind a row, an example or a list of either, each once, in order. `'5.4'` is
 * item 4 of section 5 of the source, `D-002` the record in `specs/decisions`.
 */
export function rulesOf(rows: Ruled | readonly Ruled[]): string[] {
  const list = 'rule' in rows ? [rows] : rows
  return [...new Set(list.flatMap((row) => row.rule.split(', ')))]
}

/** The value if it has the shape, or an `Error` whose message starts with `specs/<subject>`. */
export function readShape<T>(
  subject: string,
  value: unknown,
  shape: v.GenericSchema<unknown, T>,
): T {
  const result = v.safeParse(shape, value)
  if (result.success) return result.output
  const { pointer, message } = furthest(result.issues)
  throw new Error(`specs/${subject}, ${pointer || 'the value'}: ${message}. Correct the file.`)
}

type Found = { pointer: string; message: string; depth: number }

/** The innermost issue: of alternatives, the one that fits best. */
function furthest(issues: readonly v.GenericIssue[], above = ''): Found {
  const found = issues.map(({ path = [], message, received, expected, issues: inner }): Found => {
    const pointer = above + path.map(({ key }) => `/${key}`).join('')
    if (inner !== undefined) return furthest(inner, pointer)
    // A missing or unknown field is a mistake of the object that contains it: another alternative may fit.
    const isOfObject = received === 'undefined' || expected === 'never'
    return { pointer, message, depth: pointer.split('/').length - (isOfObject ? 1 : 0) }
  })
  return found.reduce((best, one) => (one.depth > best.depth ? one : best))
}
