import type { GeneratedFile } from '../generated-file.ts'
import type { Contract } from '../model.ts'
import { namesOfScalars } from '../readers/names-of-scalars.ts'
import { renderText } from '../render/render-literal.ts'
import { emitParserTables } from './emit-parser-tables.ts'
import { type ExportNames, nameExports } from './name-exports.ts'
import type { SchemaFunctions } from './plan-functions.ts'

interface ParserOptions {
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
  { typesModule, functions }: ParserOptions,
): GeneratedFile {
  const exports = nameExports(contract.schemas)
  const scalars = namesOfScalars(contract.schemas)
  const parts = contract.schemas.flatMap(({ name }) => {
    const own = functions.get(name)
    const names = exports.get(name)
    if (own === undefined || names === undefined) return []
    const type = `t.${name}`
    return [
      render(names.received, {
        parser: `createReader(shape.${name}, check.${own.sent})`,
        guard: scalars.has(name)
          ? `createGuard(check.${own.sent})`
          : `createReadGuard(shape.${name})`,
        type: own.opensValues ? `Received<${type}>` : type,
        says: `\`${name}\`, as its reader takes it.`,
      }),
      render(names.sent, {
        parser: `createParser(check.${own.sent})`,
        guard: `createGuard(check.${own.sent})`,
        type,
        says: `\`${name}\`, as its writer must write it.`,
      }),
    ]
  })
  const opens = [...functions.values()].some(({ opensValues }) => opensValues)
  const head = contract.schemas.length === 0 ? '' : renderImports({ typesModule, opens })
  const content = [head, ...parts, emitParserTables(contract, exports)]
    .filter((part) => part !== '')
    .join('\n')
  return { path: 'parsers.ts', content }
}

function renderImports({ typesModule, opens }: { typesModule: string; opens: boolean }): string {
  const types = ['Guard', 'Parser', ...(opens ? ['Received'] : []), 'StandardSchema']
  return [
    `import type * as t from ${renderText(typesModule)}`,
    "import { createGuard, createParser, createReader, createReadGuard, createStandardSchema } from './runtime.ts'",
    `import type { ${types.join(', ')} } from './runtime.ts'`,
    "import * as shape from './shapes.ts'",
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
