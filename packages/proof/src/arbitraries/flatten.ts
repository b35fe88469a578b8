/** A JSON Schema of the documents' dialect. */
export type Schema = boolean | { readonly [keyword: string]: unknown }

/** One way to satisfy a schema: all of `parts`, which hold no applicators, and none of `except`. */
export type Way = { parts: readonly PlainSchema[]; except: readonly Schema[] }

/** A schema that says all it says by itself. */
export type PlainSchema = { readonly [keyword: string]: unknown }

const plain = new Set([
  ...['type', 'const', 'enum', 'pattern', 'format', 'minLength', 'minimum', 'maximum'],
  ...['properties', 'required', 'additionalProperties', 'items'],
])
const applicators = new Set(['$ref', 'allOf', 'anyOf', 'if', 'then', 'else'])
/** They say nothing of a value. */
const annotations = new Set(['title', 'description', 'example', 'examples'])

/**
 * The ways to satisfy a schema; none for what nothing satisfies. Throws for a keyword that it does not
 * know: a rule of the contract is never left out in silence.
 */
export function flatten(schema: Schema, resolve: (ref: string) => Schema): Way[] {
  if (schema === true) return [{ parts: [], except: [] }]
  if (schema === false) return []
  const own = Object.entries(schema).filter(([keyword]) => isPlain(keyword))
  let ways: Way[] = [{ parts: own.length > 0 ? [Object.fromEntries(own)] : [], except: [] }]
  const { $ref, allOf = [], anyOf } = schema as Applicators
  const inner = (one: Schema) => flatten(one, resolve)
  if ($ref !== undefined) ways = both(ways, inner(resolve($ref)))
  for (const one of allOf) ways = both(ways, inner(one))
  if (anyOf) ways = both(ways, anyOf.flatMap(inner))
  return 'if' in schema ? branch(ways, schema as Applicators, inner) : ways
}

type Applicators = {
  $ref?: string
  allOf?: readonly Schema[]
  anyOf?: readonly Schema[]
  if?: Schema
  then?: Schema
  else?: Schema
}

function branch(ways: Way[], schema: Applicators, inner: (one: Schema) => Way[]): Way[] {
  const { if: condition = true, then: yes = true, else: no = true } = schema
  const otherwise = both(ways, inner(no)).map(({ parts, except }) => ({
    parts,
    except: [...except, condition],
  }))
  return [...both(both(ways, inner(condition)), inner(yes)), ...otherwise]
}

/** Every way of the one together with every way of the other. */
export const both = (ones: readonly Way[], others: readonly Way[]): Way[] =>
  ones.flatMap((one) =>
    others.map((other) => ({
      parts: [...one.parts, ...other.parts],
      except: [...one.except, ...other.except],
    })),
  )

function isPlain(keyword: string): boolean {
  if (plain.has(keyword)) return true
  if (applicators.has(keyword) || annotations.has(keyword) || keyword.startsWith('x-')) return false
  throw new TypeError(
    `Keyword ${keyword} has no arbitrary: expected one of ${[...plain, ...applicators].join(', ')}. Teach packages/proof/src/arbitraries what it means.`,
  )
}
