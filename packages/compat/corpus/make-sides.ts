import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { bundleContract, toOpenApi } from '@partner-platform/codegen'
import { specsFolder } from '@partner-platform/fixtures/tables'
import { type JSONValue, jsonpatch, type OpObject } from 'json-p3'
import { parse } from 'yaml'
import type { Edit, Mutation } from './read-corpus.ts'

const documents = ['openapi.yaml', 'asyncapi.yaml']

/** Writes the contract of this repository into two folders, as written and as bundled. */
export function makeBase(folder: string): { specs: string; bundle: string } {
  const specs = linkSpecs(join(folder, 'base/specs'), [])
  const bundle = join(folder, 'base/bundle')
  mkdirSync(bundle, { recursive: true })
  writeFileSync(join(bundle, 'bundle.json'), JSON.stringify(bundleOf(specs)))
  return { specs, bundle: join(bundle, 'bundle.json') }
}

/** The two sides of a mutation: the paths to give to any tool. */
export function makeSides(
  { kind, given = [], edit }: Mutation,
  { base, folder }: { base: ReturnType<typeof makeBase>; folder: string },
): { from: string; to: string } {
  if (kind.startsWith('small-')) return makeSmallSides({ given, edit }, folder)
  if (kind !== 'webhooks') {
    return { from: base.specs, to: linkSpecs(join(folder, 'specs'), edit) }
  }
  mkdirSync(folder, { recursive: true })
  copyFileSync(base.bundle, join(folder, 'bundle.json'))
  applyEdits(edit, folder)
  return { from: base.bundle, to: join(folder, 'bundle.json') }
}

/** Two documents of `small/`: the one that the first edit names. */
function makeSmallSides(
  { given, edit }: Required<Pick<Mutation, 'given' | 'edit'>>,
  folder: string,
) {
  const file = edit[0]?.file ?? ''
  const [from, to] = ['from', 'to'].map((side) => {
    const place = join(folder, side)
    mkdirSync(place, { recursive: true })
    copyFileSync(join(import.meta.dirname, 'small', file), join(place, file))
    applyEdits(side === 'from' ? given : [...given, ...edit], place)
    return join(place, file)
  })
  return { from: from ?? '', to: to ?? '' }
}

/** Writes the contract of this repository with edits into a new folder. Files without an edit are links. */
export function linkSpecs(folder: string, edit: readonly Edit[]): string {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'schemas'), { recursive: true })
  const schemas = readdirSync(join(specsFolder, 'schemas')).map((file) => `schemas/${file}`)
  for (const file of [...documents, ...schemas, 'examples']) {
    const write = edit.some((one) => one.file === file) ? copyFileSync : symlinkSync
    write(join(specsFolder, file), join(folder, file))
  }
  applyEdits(edit, folder)
  return folder
}

/** Values by text: most edits start from the same few files. */
const parsed = new Map<string, JSONValue>()

/** Applies the edits to the files of a folder. Throws if a pointer leads nowhere. */
function applyEdits(edits: readonly Edit[], folder: string): void {
  for (const { file, ...edit } of edits) {
    const path = join(folder, file)
    if (edit.op === 'rename') {
      renameSync(path, join(folder, edit.path))
      continue
    }
    const text = readFileSync(path, 'utf8')
    const known: JSONValue = parsed.get(text) ?? parse(text, { maxAliasCount: -1 })
    parsed.set(text, known)
    // JSON is YAML, and quicker to write and read.
    writeFileSync(path, JSON.stringify(jsonpatch.apply([edit as OpObject], structuredClone(known))))
  }
}

function bundleOf(cwd: string): object {
  const contract = bundleContract({
    openapi: ['openapi.yaml'],
    asyncapi: ['asyncapi.yaml'],
    cwd,
    keyOrder: 'written',
  })
  return toOpenApi(contract)
}
