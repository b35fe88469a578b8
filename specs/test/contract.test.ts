import { join } from 'node:path'
import { listExamples, readCases, readSpecs } from '@partner-platform/lint/contract'
import { describe, expect, it } from 'vitest'

const specs = readSpecs(join(import.meta.dirname, '..'))

// `check:specs` judges every example. Here the parser of Node agrees that these are no JSON.
const unparseable = listExamples(specs)
  .filter(({ folder }) => folder === 'unparseable')
  .map((example) => {
    const said = readCases(specs, example.schema)[`${example.folder}/${example.name}`]
    const { rule } = said as { rule: string | string[] }
    return { ...example, rule: [rule].flat().join(', ') }
  })

describe('an example that is unparseable', () => {
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

  it.each(unparseable)('$rule is no JSON: $file', ({ file }) => {
    expect(() => JSON.parse(utf8.decode(specs.bytes.get(file)))).toThrow()
  })
})

describe('the samples of the source', () => {
  it.each([
    ['6.3 the VISA_GRANTED one', 'valid/visa-granted.json', 'VISA_GRANTED'],
    [
      '6.4.2 the RETURNED one, mended, with remarks',
      'tolerated/returned-with-remarks.json',
      'RETURNED',
    ],
  ])('%s is an example', (_, file, status) => {
    const { value } = specs.files.get(`examples/submission-updated/${file}`) ?? {}
    expect(value).toMatchObject({ submission: { status } })
  })

  it('6.4.2 the RETURNED one is an example as printed, with a comma missing', () => {
    const file = 'examples/submission-updated/unparseable/returned-as-printed.json'
    expect(new TextDecoder().decode(specs.bytes.get(file))).toContain('RETURNED')
  })
})
