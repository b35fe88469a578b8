import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { parseJson, parseYaml, readText } from './read-text.ts'
import { rule } from './rules-of.ts'
import { specsFolder } from './specs-folder.ts'
import { readShape, sentence } from './vector-table.ts'

const folders = ['valid', 'tolerated', 'invalid', 'unparseable'] as const

/**
 * What the two validators of a schema say: `valid` passes both, `tolerated` only the reader's,
 * `invalid` neither; `unparseable` is not JSON.
 */
export type ExampleFolder = (typeof folders)[number]

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
  /** The bytes as UTF-8, byte order mark included; U+FFFD stands for what is no UTF-8. */
  text: string
  /** The parsed text; `undefined` in the folder `unparseable`. */
  value: unknown
  /** What the example shows, as a sentence. */
  says: string
  /** The rule it rests on; `rulesOf(example)` gives its ids. */
  rule: string
  /** JSON Pointer and keyword of the first issue expected; there in `tolerated` and `invalid`. */
  path: string | undefined
  keyword: string | undefined
}

const about = v.strictObject({
  ...{ says: sentence, rule },
  ...{ path: v.exactOptional(v.string()), keyword: v.exactOptional(sentence) },
})
const cases = v.record(v.string(), about)
const read = new Map<string, readonly Example[]>()

/**
 * All examples of the contract, or those of one schema, in the order of their files. Throws a
 * `TypeError` for a schema without examples, and an `Error` that names the file where `cases.yaml`
 * and the folders disagree.
 */
export function examples(schema?: string): Example[] {
  return examplesIn(specsFolder, schema)
}

/** The same from another folder of specs. */
export function examplesIn(specs: string, schema?: string): Example[] {
  const names = namesIn(join(specs, 'examples'))
  const wanted = names.filter((name) => schema === undefined || schema === schemaName(name))
  if (schema !== undefined && wanted.length === 0) {
    throw new TypeError(
      `Schema ${schema} has no examples: expected one of ${names.map(schemaName).join(', ')}. Check the name.`,
    )
  }
  return wanted.flatMap((name) => {
    const key = join(specs, name)
    const known = read.get(key) ?? readSchema(specs, name)
    read.set(key, known)
    return known
  })
}

function readSchema(specs: string, name: string): Example[] {
  const casesFile = `examples/${name}/cases.yaml`
  const said = readShape(casesFile, parseYaml(readText(specs, casesFile), casesFile), cases)
  const unused = new Set(Object.keys(said))
  const found = folders.flatMap((folder) =>
    namesIn(join(specs, 'examples', name, folder)).map((fileName) => {
      const key = `${folder}/${fileName.replace(/\.json$/, '')}`
      const known = said[key]
      unused.delete(key)
      if (known) return toExample(specs, { schema: name, folder, fileName }, known)
      throw new Error(`specs/${casesFile} has no entry ${key}. Add it, or drop the file.`)
    }),
  )
  const [stray] = unused
  if (stray === undefined) return found
  throw new Error(`specs/${casesFile} names ${stray}, which is no file. Add it, or drop the entry.`)
}

type Place = { schema: string; folder: ExampleFolder; fileName: string }
type Said = v.InferOutput<typeof about>

function toExample(specs: string, { schema, folder, fileName }: Place, said: Said): Example {
  const file = `examples/${schema}/${folder}/${fileName}`
  const bytes = new Uint8Array(readFileSync(join(specs, file)))
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  return {
    schema: schemaName(schema),
    folder,
    name: fileName.replace(/\.json$/, ''),
    file,
    bytes,
    text,
    value: folder === 'unparseable' ? undefined : parseJson(text, file),
    says: said.says,
    rule: said.rule,
    path: said.path,
    keyword: said.keyword,
  }
}

const namesIn = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => !name.startsWith('.'))
        .sort()
    : []

const schemaName = (folder: string) =>
  folder.replaceAll(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())
