import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { adaptCode } from '../../src/validators/adapt-code.ts'
import { Hoist } from '../../src/validators/hoist.ts'

/** What Ajv writes for a schema, changed as another version might. */
function adapt(schema: Record<string, unknown>, change: (code: string) => string): string {
  const ajv = new Ajv2020({ allErrors: true, messages: false, code: { source: true, lines: true } })
  ajv.opts.unevaluated = false
  ajv.opts.dynamicRef = false
  const { source } = ajv.compile(schema)
  if (source === undefined) throw new Error('Ajv keeps no source')
  return adaptCode(
    { ...source, validateCode: change(source.validateCode) },
    { name: 'sentA', schema, hoist: new Hoist() },
  )
}

const schema = { anyOf: [{ type: 'string' }, { type: 'null' }] }

it('turns the function of Ajv into one that returns its findings', () => {
  const code = adapt(schema, (text) => text)
  expect(code).toMatch(/^function sentA\(data, instancePath = ""\) \{\n/)
  expect(code).toContain('vErrors = addFinding(vErrors, instancePath, "type", {type: "string"});')
  expect(code).toContain('vErrors = keepFindings(vErrors, _errs')
  expect(code).toContain('\nreturn vErrors;\n')
})

const changes: [string, (code: string) => string][] = [
  [
    'another way to add an error',
    (code) => code.replace('vErrors.push(err0)', 'vErrors.unshift(err0)'),
  ],
  ['another way to drop errors', (code) => code.replaceAll('.length = _errs', '.size = _errs')],
  ['another answer', (code) => code.replace('return errors === 0', 'return !errors')],
  ['another error object', (code) => code.replace('schemaPath:', 'schemaPointer:')],
  ['another signature', (code) => code.replace('rootData=data}={}', 'rootData=data}')],
  [
    'a value from outside',
    (code) => code.replace('let vErrors', 'const a = schema9;\nlet vErrors'),
  ],
]

it.each(changes)('refuses %s, so that a change in Ajv cannot go unseen', (_, change) => {
  expect(() => adapt(schema, change)).toThrow(/Check the Ajv version\.$/)
})
