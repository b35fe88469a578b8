import { takeName } from '../bundle/names.ts'
import { compareText, isObject, listOf, objectOf } from '../json.ts'
import type { Contract, GeneratedFile, NamedSchema } from '../model.ts'
import { typesOfMember } from '../readers/to-shape.ts'
import { renderComment, renderLiteral, renderText } from '../render.ts'
import { isAnnotation } from '../schema/keyword-table.ts'
import { opensValues } from '../schema/to-sent.ts'
import { readRuntime } from '../validators/emit-runtime.ts'

/**
 * `guards.ts`: for each narrowing a guard that looks at the value of the deciding property, and at presence
 * and JSON type of what it makes certain, so that no value can claim a type whose properties it lacks.
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
    ...narrowings.map((narrowing) => render(narrowing, contract, opening.has(narrowing.schema))),
    readRuntime('narrows', { isExported: false }),
    ...(opens ? [readRuntime('received', { isExported: false })] : []),
  ]
  return { path: 'guards.ts', content: parts.join('\n') }
}

function render(
  { schema, property, value, typeName, guardName, required }: Narrowing,
  { schemas }: Contract,
  opens: boolean,
): string {
  const literal = JSON.stringify(value)
  const types = required.map((name) => [name, typesOfMember(schema, name, schemas)] as const)
  const parameter = opens ? `Received<t.${schema}>` : `t.${schema}`
  const narrowed = opens
    ? `Received<t.${typeName}> & { ${JSON.stringify(property)}: ${literal} }`
    : `t.${typeName}`
  return [
    renderComment([
      `True for a \`${schema}\` whose \`${property}\` is \`${literal}\` and which has ${list(required)}. Never throws.`,
    ]),
    `export function ${guardName}<T extends ${parameter}>(value: T): value is T & ${narrowed} {`,
    `  return narrows(value, { property: ${JSON.stringify(property)}, value: ${literal}, required: ${renderLiteral(Object.fromEntries(types))} })`,
    '}',
    '',
  ].join('\n')
}

function list(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ')
}

/** A property value that guarantees the presence of other properties. */
export interface Narrowing {
  /** Name of the schema. */
  schema: string
  /** The property that decides. */
  property: string
  /** The value of that property. */
  value: string | number | boolean | null
  /** Name of the TypeScript type of a value that meets the condition: `SubmissionVisaGranted`. */
  typeName: string
  /** Name of the guard: `isVisaGranted`. */
  guardName: string
  /** The properties that are present then, sorted. */
  required: string[]
}

/** A narrowing before it has its names. */
type Condition = Omit<Narrowing, 'typeName' | 'guardName'>

/**
 * The narrowings that the schemas state, by `if` with one property of one value and `then` with
 * `required`, also inside `allOf`. Sorted by schema, property and value; names are unique.
 */
export function findNarrowings(contract: Contract): Narrowing[] {
  const conditions = contract.schemas.flatMap(conditionsOf)
  return nameNarrowings(conditions, contract)
}

function conditionsOf({ name, schema }: NamedSchema): Condition[] {
  const merged = new Map<string, Condition>()
  for (const found of conditionsIn(schema)) {
    const key = JSON.stringify([found.property, found.value])
    const required = [...(merged.get(key)?.required ?? []), ...found.required]
    merged.set(key, { ...found, schema: name, required: [...new Set(required)].sort() })
  }
  const sorted = [...merged].toSorted(([a], [b]) => compareText(a, b))
  return sorted.map(([, condition]) => condition)
}

type Found = Pick<Condition, 'property' | 'value' | 'required'>

function conditionsIn(schema: unknown): Found[] {
  if (!isObject(schema)) return []
  const inner = listOf(schema.allOf).flatMap(conditionsIn)
  const tested = testedValue(schema.if)
  const required = requiredBy(schema.then)
  return tested === undefined || required.length === 0 ? inner : [{ ...tested, required }, ...inner]
}

/** Property and value, if the schema requires these and nothing else. */
function testedValue(schema: unknown): Pick<Condition, 'property' | 'value'> | undefined {
  if (!isObject(schema) || !isObject(schema.properties)) return undefined
  if (hasOtherRules(schema, ['properties', 'required', 'type'])) return undefined
  const [[property = '', tested] = [], ...others] = Object.entries(schema.properties)
  const [required, ...more] = listOf(schema.required)
  if (others.length > 0 || more.length > 0 || required !== property) return undefined
  const value = soleValue(tested)
  return value === undefined ? undefined : { property, value }
}

function soleValue(schema: unknown): Condition['value'] | undefined {
  if (!isObject(schema) || hasOtherRules(schema, ['const', 'enum', 'type'])) return undefined
  const values = 'const' in schema ? [schema.const] : schema.enum
  const [value, ...others] = listOf<Condition['value']>(values)
  const isScalar = value === null || typeof value !== 'object'
  return others.length === 0 && isScalar ? value : undefined
}

/** Annotations do not change what a condition tests, so only rules count. */
function hasOtherRules(schema: object, known: readonly string[]): boolean {
  return Object.keys(schema).some((keyword) => !known.includes(keyword) && !isAnnotation(keyword))
}

const requiredBy = (schema: unknown): string[] =>
  listOf(objectOf(schema).required).filter((name) => typeof name === 'string')

/**
 * Gives each condition its two names. A guard is named after the value alone. If two conditions, or a
 * condition and a schema, would share that name, the schema's name is added, then the property's name.
 * The order of the input does not matter.
 */
function nameNarrowings(conditions: readonly Condition[], { schemas }: Contract): Narrowing[] {
  const schemaNames = schemas.map(({ name }) => name)
  const wishes = conditions.map(({ schema, property, value }) => {
    const name = nameOfValue(value)
    return [name, `${schema}${name}`, `${schema}${nameOfValue(property)}${name}`]
  })
  const types = pickNames(
    wishes.map(([, ...longer]) => longer),
    schemaNames,
  )
  const guards = pickNames(
    wishes.map((wish) => wish.map((name) => `is${name}`)),
    schemaNames.flatMap((name) => [`is${name}`, `is${name}Sent`, `is${name}Received`]),
  )
  return conditions.map((condition, index) => ({
    ...condition,
    typeName: types[index] as string,
    guardName: guards[index] as string,
  }))
}

/** Of each list of wishes the first that is free and nobody else's, or the last with a number. */
function pickNames(wishes: readonly string[][], taken: readonly string[]): string[] {
  let left = wishes
  for (let round = 0; round < 3; round += 1) {
    const names = left.map(([name]) => name)
    const clashes = (name = '') =>
      taken.includes(name) || names.indexOf(name) !== names.lastIndexOf(name)
    left = left.map((wish) => (clashes(wish[0]) && wish.length > 1 ? wish.slice(1) : wish))
  }
  const used = new Set(taken)
  return left.map(([name = '']) => takeName(name, used))
}

/** The value as part of a PascalCase identifier: `VISA_GRANTED` and `visa-granted` → `VisaGranted`, -1 → `Minus1`. */
function nameOfValue(value: string | number | boolean | null): string {
  const text = String(value).replace(/^-(?=\d)/, 'minus ')
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  const signs = Array.from(text, (sign) => `U${sign.codePointAt(0)?.toString(16).toUpperCase()}`)
  return words.map(toWord).join('') || signs.join('') || 'Empty'
}

function toWord(word: string): string {
  const [first = '', ...others] = word
  const rest = others.join('')
  return first.toUpperCase() + (word === word.toUpperCase() ? rest.toLowerCase() : rest)
}
