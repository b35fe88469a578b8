import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { formatProblem } from '../../src/errors.ts'
import type { JsonSchema } from '../../src/model.ts'
import { checkSchemas } from '../../src/schema/check-schemas.ts'
import { emitValidators } from '../../src/validators/emit-validators.ts'
import { contractOf } from '../validators/contract-of.ts'

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

const problems: [string, JsonSchema, string][] = parse(`
- - a misspelt keyword
  - { type: string, minlength: 1 }
  - '/A/minlength: minlength is not a keyword of JSON Schema 2020-12 or OpenAPI 3.1 and would be dropped. Did you mean minLength?'
- [swapped letters, { requierd: [a] }, '/A/requierd: requierd is not a keyword of JSON Schema 2020-12 or OpenAPI 3.1 and would be dropped. Did you mean required?']
- - a keyword like no other
  - { frobnicate: 1 }
  - '/A/frobnicate: frobnicate is not a keyword of JSON Schema 2020-12 or OpenAPI 3.1 and would be dropped. Write x-frobnicate to keep it as an extension, or leave it out.'
- - a keyword deep inside
  - { allOf: [{ properties: { a/b: { items: { nullable: true } } } }] }
  - '/A/allOf/0/properties/a~1b/items/nullable: Validators cannot check nullable. It belongs to OpenAPI 3.0 and means nothing in JSON Schema 2020-12. Write type: [<type>, ''null''].'
- [a value of a wrong kind, { minLength: '3' }, '/A/minLength: minLength must be a whole number of at least 0.']
- [required as of draft-03, { properties: { a: { required: true } } }, '/A/properties/a/required: required must be a list of property names.']
- [a type that JSON lacks, { type: int }, '/A/type: type must be array, boolean, integer, null, number, object or string, or a list of them.']
- [a pattern of another language, { pattern: '(?i)a' }, '/A/pattern: the pattern is not an ECMAScript regular expression. Remove what only other regex dialects allow.']
- - a pattern of another language as a key
  - { patternProperties: { '[': true } }
  - '/A/patternProperties/[: the pattern is not an ECMAScript regular expression. Remove what only other regex dialects allow.'
- - 'a $ref to nothing'
  - { items: { $ref: '#/components/schemas/B' } }
  - '/A/items/$ref: the $ref ''#/components/schemas/B'' does not name a schema of the contract. Write ''#/components/schemas/'' and a name.'
- - a pattern named __proto__
  - { patternProperties: { '__proto__': true } }
  - '/A/patternProperties/__proto__: __proto__ cannot be checked here: Ajv skips it. Describe it under properties only.'
- - x-sender-only on what types show
  - { allOf: [{ type: string, x-sender-only: true }] }
  - '/A/allOf/0/x-sender-only: x-sender-only is on rules that the TypeScript type comes from, so the type would be wrong for readers. Mark a property, or move the rules under then or else.'
- [x-sender-only that is no flag, { x-sender-only: 'yes' }, '/A/x-sender-only: x-sender-only must be true or false.']
`)

it.each(problems)('names file, pointer and remedy of %s', (_, schema, message) => {
  const findings = checkSchemas(contractOf({ A: schema }))
  expect(findings.problems.map(formatProblem)).toEqual([`schemas.yaml ${message}`])
})

const loops: [string, Record<string, JsonSchema>, string[]][] = [
  ['itself', { A: { allOf: [ref('A')] } }, ['A']],
  ['itself through another', { A: { anyOf: [ref('B')] }, B: { if: ref('A') } }, ['A', 'B']],
  ['itself on a property', { A: { properties: { a: ref('A') } } }, []],
  ['itself on an item', { A: { items: { not: ref('A') } } }, []],
]

it.each(loops)('reports a schema that refers to %s', (_, schemas, looping) => {
  const found = checkSchemas(contractOf(schemas)).problems
  expect(found.map(({ location }) => location.pointer.slice(1))).toEqual(looping)
  for (const { message } of found)
    expect(message).toContain('without a step into a property or an item')
})

const notices: [string, JsonSchema, string, string][] = parse(String.raw`
- [an unknown format, { format: iban }, /A/format, 'format iban is not checked: no check for it is known. Add a pattern, or treat it as a hint.']
- [a format that has no check, { format: idn-email }, /A/format, 'format idn-email is not checked: no check for it is known. Add a pattern, or treat it as a hint.']
- - x-sender-only on a property that its schema does not require
  - { allOf: [{ required: [a] }, { properties: { a: { x-sender-only: true, type: string } } }] }
  - /A/allOf/1/properties/a/x-sender-only
  - 'x-sender-only has no effect: the same schema does not require this property. Add it to required here, or remove the mark.'
- [then without if, { then: false }, /A/then, 'then has no effect here. Add if, or remove it.']
- - a pattern that needs no u flag
  - { pattern: '\-' }
  - /A/pattern
  - the pattern is valid only without the u flag, and is checked without it. Escape only what needs escaping.
`)

it.each(notices)(
  'gives a notice of %s, which is no problem',
  async (_, schema, pointer, message) => {
    const contract = contractOf({ A: schema })
    expect(checkSchemas(contract)).toEqual({
      problems: [],
      notices: [{ location: { file: 'schemas.yaml', pointer }, message }],
    })
    expect((await emitValidators(contract)).length).toBe(5)
  },
)

it.each(['password', 'binary', 'float', 'int32', 'date-time'])(
  'gives no notice of format %s',
  (format) => {
    expect(checkSchemas(contractOf({ A: { format } })).notices).toEqual([])
  },
)
