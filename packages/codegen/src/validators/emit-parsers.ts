import { renderText } from '../constants/render-literal.ts'
import type { GeneratedFile } from '../generated-file.ts'
import type { Contract } from '../model.ts'
import { emitParserTables } from './emit-parser-tables.ts'
import { type ExportNames, nameExports } from './name-exports.ts'
import type { SchemaFunctions } from './plan-functions.ts'

interface ParserOptions {
  /** The module that the types come from. */
  typesModule: string
  functions: ReadonlyMap<string, SchemaFunctions>
}

/** `parsers.ts`: for each schema a parser, a guard and a Standard Schema object, once per form. */
export function emitParsers(
  contract: Contract,
  { typesModule, functions }: ParserOptions,
): GeneratedFile {
  const exports = nameExports(contract.schemas)
  const parts = contract.schemas.flatMap(({ name }) => {
    const own = functions.get(name)
    const names = exports.get(name)
    if (own === undefined || names === undefined) return []
    const type = `t.${name}`
    return [
      render(names.received, {
        check: own.received,
        type: own.opensStrings ? `Received<${type}>` : type,
        says: `\`${name}\`, as its reader takes it.`,
      }),
      render(names.sent, {
        check: own.sent,
        type,
        says: `\`${name}\`, as its writer must write it.`,
      }),
    ]
  })
  const opens = [...functions.values()].some(({ opensStrings }) => opensStrings)
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
    "import { createGuard, createParser, createStandardSchema } from './runtime.ts'",
    `import type { ${types.join(', ')} } from './runtime.ts'`,
    "import * as check from './validators.js'",
    '',
  ].join('\n')
}

function render(
  { parse, is, schema }: ExportNames,
  { check, type, says }: { check: string; type: string; says: string },
): string {
  return [
    `/** ${says} */`,
    `export const ${parse}: Parser<${type}> = /* @__PURE__ */ createParser(check.${check})`,
    `export const ${is}: Guard<${type}> = /* @__PURE__ */ createGuard(check.${check})`,
    `export const ${schema}: StandardSchema<${type}> = /* @__PURE__ */ createStandardSchema(${parse})`,
    '',
  ].join('\n')
}
