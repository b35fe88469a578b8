import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import type { JsonSchema } from '../../src/model.ts'
import { loadOnce } from './load-generated.ts'

/** Where Ajv 8.20 as it comes gives a wrong answer, and ours must not. */
const rows: [string, JsonSchema, unknown, boolean][] = parse(`
- [contains on an empty array after one that matched, { items: { contains: { type: string } } }, [[a], []], false]
- [rules after prefixItems on an array without items, { not: { prefixItems: [{ type: string }], contains: true } }, [], true]
- [rules after prefixItems under if, { if: { prefixItems: [{ type: string }], contains: { const: 1 } }, then: false }, [], true]
- [multipleOf of decimals, { multipleOf: 0.01 }, 19.99, true]
- [multipleOf of large numbers, { multipleOf: 2 }, 1.0e+22, true]
- [equal items named __proto__, { items: { type: string }, uniqueItems: true }, [__proto__, __proto__], false]
- [unevaluatedItems where one branch looked at all items, { anyOf: [{ prefixItems: [true], minItems: 9 }, { items: true }], unevaluatedItems: false }, [1, 2, 3], true]
- [unevaluatedProperties beside if without then, { if: { properties: { a: { const: 1 } }, required: [a] }, else: true, unevaluatedProperties: false }, { a: 1 }, true]
- - unevaluatedProperties beside dependentSchemas that do not apply
  - { properties: { a: true }, dependentSchemas: { b: { properties: { c: true } } }, unevaluatedProperties: false }
  - { a: 1 }
  - true
- - what an if looked at that failed
  - { if: { properties: { a: { const: 1 } }, required: [a] }, else: { properties: { b: true } }, unevaluatedProperties: false }
  - { a: 2 }
  - false
- - unevaluatedItems beside contains
  - { contains: { type: string }, unevaluatedItems: false }
  - [a, 1]
  - false
- [a property named __proto__, { properties: { '__proto__': { type: string } } }, { '__proto__': 1 }, false]
`)

const ajv = new Ajv2020({ strict: false })
const loadRows = loadOnce(rows.map(([, schema]) => schema))

it.each(rows.map((row, index) => [...row, index] as const))(
  'gives the right answer: %s',
  async (_, schema, value, want, index) => {
    // If this fails, Ajv is fixed: remove the replacement of its keyword.
    expect(ajv.validate(schema, value)).toBe(!want)
    const generated = await loadRows()
    expect(generated[`parseSubject${index}Sent`]?.(value).ok).toBe(want)
  },
)
