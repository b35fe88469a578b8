import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRecord, valueAt } from '@partner-platform/specs/test/lint/pointer.ts'
import type { Specs } from '@partner-platform/specs/test/lint/specs.ts'
import { root } from '../workspaces.ts'

/** What codegen made of a node: an export, or a member of an exported table of constants. */
export interface GeneratedSymbol {
  /** As code writes it, e.g. `parseCountry` or `constants.bodyLimitBytes`. */
  name: string
  package: 'types' | 'validators'
  /** Where it comes from, as the ledger names nodes; `undefined` where nothing says so. */
  node: string | undefined
  /** A type of a whole document, which would belong to every row. */
  isWhole?: true
  /** One of those that stand beside each `parseX`: `isX`, `xSchema`, and the same with `Sent`. */
  isBeside?: true
}

/** The generated files whose exports have their origin in a node. What is in `runtime.ts` has none. */
export type GeneratedCode = Record<'types' | 'constants' | 'openapi' | 'parsers' | 'guards', string>

/** Reads the committed code; `check:generated` holds it to the documents. */
export function readGeneratedCode(): GeneratedCode {
  const read = (file: string) =>
    readFileSync(join(root, 'packages', file.replace('/', '/src/generated/')), 'utf8')
  return {
    types: read('types/types.ts'),
    constants: read('types/constants.ts'),
    openapi: read('types/openapi.ts'),
    parsers: read('validators/parsers.ts'),
    guards: read('validators/guards.ts'),
  }
}

/** Where the sections of `openapi.ts` come from; its `$defs` is always empty. */
const wholes: Record<string, string> = {
  paths: 'openapi.yaml#/paths',
  operations: 'openapi.yaml#/paths',
  components: 'openapi.yaml#/components',
  webhooks: 'asyncapi.yaml#/operations',
}

/**
 * Every exported symbol of the generated code, with the node that codegen names in its `@see`. Where
 * it names none, the node is that of the type or the table member that the symbol is made for.
 */
export function readSymbols(code: GeneratedCode, specs: Specs): GeneratedSymbol[] {
  const types = exportsOf(code.types).map(
    ({ name, see }): GeneratedSymbol => ({ name, package: 'types', node: see }),
  )
  const members = exportsOf(code.constants).flatMap(({ name: table, text }) =>
    membersOf(text).map(({ name, see }): GeneratedSymbol => {
      const node = see ?? nodeOfMember(specs, table, name)
      return { name: `${table}.${name}`, package: 'types', node }
    }),
  )
  const nodes = new Map([...types, ...members].map(({ name, node }) => [name, node]))
  return [
    ...types,
    ...members,
    ...exportsOf(code.openapi)
      .filter(({ name }) => name !== '$defs')
      .map(
        ({ name }): GeneratedSymbol => ({
          ...{ name, package: 'types', node: wholes[name], isWhole: true },
        }),
      ),
    ...exportsOf(code.guards).flatMap((one) => ofValidators(one, nodes)),
    ...exportsOf(code.parsers)
      .flatMap((one) => ofValidators(one, nodes))
      .map((one) => (isBeside(one.name) ? { ...one, isBeside: true as const } : one)),
  ]
}

const isBeside = (name: string) => !/^parse|\./.test(name) || name.endsWith('Sent')

/** Tables of parsers, and the table of constants that has the same members. */
const parserTables = new Map([
  ['requestParsers', 'operations'],
  ['responseParsers', 'operations'],
  ['messageParsers', 'messages'],
])

function ofValidators(
  { name, text }: Export,
  nodes: ReadonlyMap<string, string | undefined>,
): GeneratedSymbol[] {
  const toSymbol = (full: string, origin: string | undefined): GeneratedSymbol => {
    const node = origin === undefined ? undefined : nodes.get(origin)
    return { name: full, package: 'validators', node }
  }
  const table = parserTables.get(name)
  if (table === undefined) {
    const [head = ''] = text.split('\n')
    return [toSymbol(name, /.*\bt\.(\w+)/.exec(head)?.[1])]
  }
  return membersOf(text).map((one) => toSymbol(`${name}.${one.name}`, `${table}.${one.name}`))
}

/** The members of a table that codegen writes without `@see`. */
function nodeOfMember(specs: Specs, table: string, name: string): string | undefined {
  if (table === 'securitySchemes') return `openapi.yaml#/components/securitySchemes/${name}`
  const servers = valueAt(specs.files.get('openapi.yaml')?.value, ['servers'])
  if (table !== 'servers' || !Array.isArray(servers)) return undefined
  const index = servers.findIndex((server) => isRecord(server) && server['x-name'] === name)
  return index < 0 ? undefined : `openapi.yaml#/servers/${index}`
}

type Export = { name: string; see: string | undefined; text: string }

function exportsOf(code: string): Export[] {
  const starts = [...code.matchAll(/^export (?!\{|\*|type \{|type \*)/gm)].map(({ index }) => index)
  return starts.map((start, at) => {
    const text = code.slice(start, starts[at + 1] ?? code.length)
    const [, name] =
      /^export (?:declare )?(?:type|interface|const|function) ([\w$]+)/.exec(text) ?? []
    if (name === undefined) {
      throw new Error(
        `Generated code has an export of an unknown form: ${text.slice(0, 40)}. Teach read-symbols.ts to read it.`,
      )
    }
    return { name, see: seeBefore(code.slice(0, start)), text }
  })
}

/** The entries of a table: generated code indents them by two spaces. */
function membersOf(table: string): { name: string; see: string | undefined }[] {
  return [...table.matchAll(/^ {2}(?:'([^']+)'|([\w$]+)): /gm)].map((found) => {
    const name = (found[1] ?? found[2]) as string
    return { name, see: seeBefore(table.slice(0, found.index)) }
  })
}

/** What the comment that ends just before says after `@see specs/`. */
function seeBefore(text: string): string | undefined {
  const comment = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*$/.exec(text.slice(-2_000))?.[0]
  return comment === undefined ? undefined : /@see specs\/(\S+)/.exec(comment)?.[1]
}
