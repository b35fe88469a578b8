import { renderText } from '../constants/render-literal.ts'
import type { GeneratedFile } from '../generated-file.ts'
import type { Contract } from '../model.ts'
import { namesOfScalars } from '../readers/names-of-scalars.ts'
import { emitParserTables } from './emit-parser-tables.ts'
import { type ExportNames, nameExports } from './name-exports.ts'
import type { SchemaFunctions } from './plan-functions.ts'

interface ParserOptions {
  hasReaders: boolean
  /** The module that the types come from. */
  typesModule: string
  functions: ReadonlyMap<string, SchemaFunctions>
}

/**
 * `parsers.ts`: for each schema a parser, a guard and a Standard Schema object, once per form. Of a scalar
 * the guard holds to the schema as written: that it is text would not be worth its name.
 */
export function emitParsers(
  contract: Contract,
  { hasReaders, typesModule, functions }: ParserOptions,
): GeneratedFile {
  const exports = nameExports(contract.schemas)
  const scalars = namesOfScalars(contract.schemas)
  const parts = contract.schemas.flatMap(({ name }) => {
    const own = functions.get(name)
    const names = exports.get(name)
    if (own === undefined || names === undefined) return []
    const type = `t.${name}`
    const reader = () =>
      render(names.received, {
        parser: `createReader(shape.${name}, check.${own.sent})`,
        guard: scalars.has(name)
          ? `createGuard(check.${own.sent})`
          : `createReadGuard(shape.${name})`,
        type: own.opensValues ? `Received<${type}>` : type,
        says: `\`${name}\`, as its reader takes it.`,
      })
    return [
      ...(hasReaders ? [reader()] : []),
      render(names.sent, {
        parser: `createParser(check.${own.sent})`,
        guard: `createGuard(check.${own.sent})`,
        type,
        says: `\`${name}\`, as its writer must write it.`,
      }),
    ]
  })
  const opens = [...functions.values()].some(({ opensValues }) => opensValues)
  const head =
    contract.schemas.length === 0 ? '' : renderImports({ hasReaders, typesModule, opens })
  const content = [head, ...parts, emitParserTables(contract, { hasReaders, exports })]
    .filter((part) => part !== '')
    .join('\n')
  return { path: 'parsers.ts', content }
}

type ImportOptions = Pick<ParserOptions, 'hasReaders' | 'typesModule'> & { opens: boolean }

function renderImports({ hasReaders, typesModule, opens }: ImportOptions): string {
  const types = ['Guard', 'Parser', ...(opens && hasReaders ? ['Received'] : []), 'StandardSchema']
  const readers = hasReaders ? ['createReader', 'createReadGuard'] : []
  const values = ['createGuard', 'createParser', ...readers, 'createStandardSchema']
  return [
    `import type * as t from ${renderText(typesModule)}`,
    `import { ${values.join(', ')} } from './runtime.ts'`,
    `import type { ${types.join(', ')} } from './runtime.ts'`,
    ...(hasReaders ? ["import * as shape from './shapes.ts'"] : []),
    "import * as check from './validators.js'",
    '',
  ].join('\n')
}

function render(
  { parse, is, schema }: ExportNames,
  { parser, guard, type, says }: { parser: string; guard: string; type: string; says: string },
): string {
  return [
    `/** ${says} */`,
    `export const ${parse}: Parser<${type}> = /* @__PURE__ */ ${parser}`,
    `export const ${is}: Guard<${type}> = /* @__PURE__ */ ${guard}`,
    `export const ${schema}: StandardSchema<${type}> = /* @__PURE__ */ createStandardSchema(${parse})`,
    '',
  ].join('\n')
}
