import type { Contract, GeneratedFile } from '../model.ts'
import { renderComment } from '../render/render-docstring.ts'
import { renderText } from '../render/render-literal.ts'
import { opensValues } from '../schema/opens-values.ts'
import { readRuntime } from '../validators/emit-runtime.ts'
import { findNarrowings, type Narrowing } from './find-narrowings.ts'

/**
 * `guards.ts`: for each narrowing a guard that looks at the value of the deciding property and at the
 * presence of what it makes certain, so that no value can claim a type whose properties it lacks.
 */
export function emitGuards(
  contract: Contract,
  { typesModule = './types.ts' }: { typesModule?: string } = {},
): GeneratedFile {
  const narrowings = findNarrowings(contract)
  if (narrowings.length === 0) return { path: 'guards.ts', content: 'export {}\n' }
  const opening = opensValues(contract.schemas)
  const opens = narrowings.some(({ schema }) => opening.has(schema))
  const parts = [
    `import type * as t from ${renderText(typesModule)}\n`,
    ...narrowings.map((narrowing) => render(narrowing, opening.has(narrowing.schema))),
    readRuntime('narrows', { isExported: false }),
    ...(opens ? [readRuntime('received', { isExported: false })] : []),
  ]
  return { path: 'guards.ts', content: parts.join('\n') }
}

function render(
  { schema, property, value, typeName, guardName, required }: Narrowing,
  opens: boolean,
): string {
  const literal = JSON.stringify(value)
  const parameter = opens ? `Received<t.${schema}>` : `t.${schema}`
  const narrowed = opens
    ? `Received<t.${typeName}> & { ${JSON.stringify(property)}: ${literal} }`
    : `t.${typeName}`
  return [
    renderComment([
      `True for a \`${schema}\` whose \`${property}\` is \`${literal}\` and which has ${list(required)}. Never throws.`,
    ]),
    `export function ${guardName}<T extends ${parameter}>(value: T): value is T & ${narrowed} {`,
    `  return narrows(value, { property: ${JSON.stringify(property)}, value: ${literal}, required: ${JSON.stringify(required)} })`,
    '}',
    '',
  ].join('\n')
}

function list(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ')
}
