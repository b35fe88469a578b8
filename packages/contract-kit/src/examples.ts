import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { parse } from 'yaml'
import {
  parseWith,
  readBytes,
  readShape,
  rule,
  sentence,
  specsFolder,
  toText,
} from './read-text.ts'

const folders = ['valid', 'tolerated', 'invalid', 'unparseable'] as const

/**
 * What the two validators of a schema say: `valid` passes both, `tolerated` only the reader's,
 * `invalid` neither; `unparseable` is not JSON.
 */
type ExampleFolder = (typeof folders)[number]

/** One file below `specs/examples`, with what `cases.yaml` says about it. */
export type Example = {
  /** Name of the schema as types spell it, e.g. `SubmissionUpdated`. */
  schema: string
  folder: ExampleFolder
  /** File name without `.json`. */
  name: string
  /** Path below `specs/`. */
  file: string
  bytes: Uint8Array<ArrayBuffer>
  /** The bytes as UTF-8, byte order mark included; U+FFFD replaces invalid bytes. */
  text: string
  /** The parsed text; `undefined` in the folder `unparseable`. */
  value: unknown
  /** What the example shows, as a sentence. */
  says: string
  /** The rule it rests on; `rulesOf(example)` gives its ids. */
  rule: string
  /** JSON Pointer and keyword of the first issue expected; set in `tolerated` and `invalid`. */
  path: string | undefined
  keyword: string | undefined
}

const reasons = v.record(v.string(), sentence)
const cases = v.record(
  v.string(),
  v.strictObject({
    says: sentence,
    rule,
    path: v.exactOptional(v.string()),
    keyword: v.exactOptional(sentence),
  }),
)
const read = new Map<string, readonly Example[]>()

/**
 * All examples of the contract, or those of one schema, in the order of their files. Throws a
 * `TypeError` for a schema without examples, and an `Error` that names the file where `cases.yaml`
 * and the folders disagree.
 */
export const examples = (schema?: string): Example[] => examplesIn(specsFolder, schema)

/** The same from another folder of specs. */
export function examplesIn(specs: string, schema?: string): Example[] {
  const names = namesIn(join(specs, 'examples'))
  const wanted = names.filter((name) => schema === undefined || schema === schemaName(name))
  if (schema !== undefined && wanted.length === 0) {
    throw new TypeError(
      `Schema ${schema} has no examples. Use one of ${names.map(schemaName).join(', ')}.`,
    )
  }
  return wanted.flatMap((name) => {
    const key = join(specs, name)
    const known = read.get(key) ?? readSchema(specs, name)
    read.set(key, known)
    return known
  })
}

/** The valid example of a schema with that name, such as `ErrorResponse/forbidden`, or its first. */
export function validExample(name: string): Example {
  const [schema, own] = name.split('/')
  const valid = examples(schema).filter(({ folder }) => folder === 'valid')
  const found = valid.find((one) => own === undefined || one.name === own)
  if (found === undefined) throw new Error(`There is no valid example ${name}.`)
  return found
}

function readSchema(specs: string, schema: string): Example[] {
  const casesFile = `examples/${schema}/cases.yaml`
  const value = parseWith(parse, toText(readBytes(specs, casesFile)), casesFile)
  const { unusable = {}, ...entries } = readShape(casesFile, value, v.looseObject({}))
  readShape(casesFile, { unusable }, v.strictObject({ unusable: reasons }))
  const said = readShape(casesFile, entries, cases)
  const unused = new Set(Object.keys(said))
  const found = folders.flatMap((folder) =>
    namesIn(join(specs, 'examples', schema, folder)).map((fileName): Example => {
      const file = `examples/${schema}/${folder}/${fileName}`
      const name = fileName.replace(/\.json$/, '')
      const known = said[`${folder}/${name}`]
      unused.delete(`${folder}/${name}`)
      if (!known)
        throw new Error(
          `specs/${casesFile} has no entry ${folder}/${name}. Add it, or drop the file.`,
        )
      const bytes = readBytes(specs, file)
      const text = toText(bytes)
      return {
        schema: schemaName(schema),
        folder,
        name,
        file,
        bytes,
        text,
        value: folder === 'unparseable' ? undefined : parseWith(JSON.parse, text, file),
        path: undefined,
        keyword: undefined,
        ...known,
      }
    }),
  )
  const [stray] = unused
  if (stray === undefined) return found
  throw new Error(
    `specs/${casesFile} names ${stray}, which does not exist. Add it, or drop the entry.`,
  )
}

const namesIn = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => !name.startsWith('.'))
        .sort()
    : []

const schemaName = (folder: string) =>
  folder.replaceAll(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())
