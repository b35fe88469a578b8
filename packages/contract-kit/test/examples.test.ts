import { describe, expect, it } from 'vitest'
import { examples, examplesIn } from '../src/examples.ts'
import { temporarySpecs } from './temporary-specs.ts'

const files = {
  'examples/tea-pot/cases.yaml': [
    "valid/full: { says: A full pot., rule: '2.1' }",
    'invalid/empty: { says: An empty pot., rule: [D-001], path: /tea, keyword: required }',
    'unparseable/broken: { says: A broken pot., rule: D-002 }',
  ].join('\n'),
  'examples/tea-pot/valid/full.json': '{ "tea": "Grün" }',
  'examples/tea-pot/invalid/empty.json': '{}',
  'examples/tea-pot/unparseable/broken.json': '{',
}

describe('examples', () => {
  it('keep a byte order mark in their text', async () => {
    const folder = await temporarySpecs({
      ...files,
      'examples/tea-pot/unparseable/broken.json': '\uFEFF{}',
    })
    const broken = examplesIn(folder).find((one) => one.folder === 'unparseable')
    expect(broken?.text).toBe('\uFEFF{}')
  })

  it('without cases are an error that names the missing file', async () => {
    const folder = await temporarySpecs({ 'examples/tea-pot/valid/full.json': '1' })
    expect(() => examplesIn(folder)).toThrow('specs/examples/tea-pot/cases.yaml cannot be read.')
  })

  it('carry their bytes, their value and what the cases say', async () => {
    const [valid, invalid, unparseable] = examplesIn(await temporarySpecs(files), 'TeaPot')
    expect(valid).toEqual({
      schema: 'TeaPot',
      folder: 'valid',
      name: 'full',
      file: 'examples/tea-pot/valid/full.json',
      bytes: new TextEncoder().encode('{ "tea": "Grün" }'),
      text: '{ "tea": "Grün" }',
      value: { tea: 'Grün' },
      says: 'A full pot.',
      rule: '2.1',
      path: undefined,
      keyword: undefined,
    })
    expect(invalid).toMatchObject({ value: {}, path: '/tea', keyword: 'required' })
    expect(unparseable).toMatchObject({ text: '{', value: undefined })
  })

  it('of a schema that has none are a TypeError with the names that there are', () => {
    expect(() => examples('Teapot')).toThrow(TypeError)
    expect(() => examples('Teapot')).toThrow(/Teapot has no examples: expected one of .*Submission/)
  })

  it.each([
    [
      'a file without an entry',
      { 'examples/tea-pot/valid/new.json': '1' },
      'specs/examples/tea-pot/cases.yaml has no entry valid/new. Add it, or drop the file.',
    ],
    [
      'an entry without a file',
      {
        'examples/tea-pot/cases.yaml': `${files['examples/tea-pot/cases.yaml']}\nvalid/gone: { says: a, rule: '1.1' }`,
      },
      'specs/examples/tea-pot/cases.yaml names valid/gone, which is no file.',
    ],
    [
      'an unknown field of an entry',
      { 'examples/tea-pot/cases.yaml': "valid/full: { says: a, rule: '1.1', why: b }" },
      'specs/examples/tea-pot/cases.yaml, /valid/full/why: Invalid key: Expected never but received "why". Correct the file.',
    ],
    [
      'text that is not JSON outside unparseable',
      { 'examples/tea-pot/valid/full.json': '{' },
      'specs/examples/tea-pot/valid/full.json does not parse.',
    ],
    [
      'cases that do not parse',
      { 'examples/tea-pot/cases.yaml': 'valid/full: {' },
      'specs/examples/tea-pot/cases.yaml does not parse.',
    ],
  ])('name %s', async (_, wrong, message) => {
    const folder = await temporarySpecs({ ...files, ...wrong })
    expect(() => examplesIn(folder)).toThrow(message)
  })
})
