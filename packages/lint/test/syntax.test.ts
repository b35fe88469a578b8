import { describe, expect, it } from 'vitest'
import { checkDocuments } from '../src/check/check-documents.ts'
import { type BrokenRow, expectProblem, makeEdits } from './broken-copy.ts'

const visa = 'schemas/visa.yaml'
const inVisa = (from: string, to: string) => [{ file: visa, from, to }]
const rule = 'documents/syntax'
const name = '  name:\n    description: …'

const rows: BrokenRow[] = [
  {
    name: 'a tab, once and not as a key that is there twice',
    edits: inVisa('  uuid:\n    description', '  uuid:\n\tdescription'),
    want: {
      ...{ file: visa, pointer: '#', rule, at: '\tdescription' },
      message: 'This line is indented with a tab.',
      fix: 'Indent with two spaces per level; YAML allows no tabs here.',
    },
  },
  {
    name: 'a key that is indented too far',
    edits: inVisa(name, ` ${name}`),
    want: {
      ...{ file: visa, pointer: '#/properties', rule, at: '   name:' },
      message: 'This line is indented otherwise than those beside it.',
      fix: 'Indent with two spaces per level',
    },
  },
  {
    name: 'a key that is not indented far enough',
    edits: inVisa(
      `${name}\n    type: string`,
      '  name:\n    description: Visa name.\n  type: string',
    ),
    want: {
      ...{ file: visa, pointer: '#/properties/type', rule, at: '  type: string' },
      message: 'A key stands here, inside the value of another key.',
      fix: 'Indent it like the keys beside it',
    },
  },
  {
    name: 'text with a colon',
    edits: inVisa(name, '  name:\n    description: Visa: name.'),
    want: {
      ...{ file: visa, pointer: '#/properties/name/description/Visa', rule, at: 'Visa: name.' },
      message: 'A key stands here, inside the value of another key.',
      fix: 'Indent it like the keys beside it, or quote text that contains a colon',
    },
  },
  {
    name: 'a line without a colon',
    edits: inVisa(name, '  name:\n    description Visa name.'),
    want: {
      ...{ file: visa, pointer: '#/properties/name', rule, at: 'description Visa name.' },
      message: 'This line is no key with a value.',
      fix: 'Write a colon and a space after the key',
    },
  },
  {
    name: 'a bracket that nobody closes, once for the rest of the file',
    edits: [{ file: 'openapi.yaml', from: '\npaths:', to: '\npaths: {' }],
    want: {
      file: 'openapi.yaml',
      pointer: '#/paths',
      ...{ rule, at: 'paths: {' },
      message: 'The quote or bracket that opens here is not closed.',
      fix: 'Close it: a quote with the same quote, a list with ], an object with }.',
    },
  },
  {
    name: 'a quote that nobody closes',
    edits: inVisa(name, '  name:\n    description: "Visa name.'),
    want: {
      ...{ file: visa, pointer: '#/properties/name/description', rule, at: '"Visa name.' },
      message: 'The quote or bracket that opens here is not closed.',
      fix: 'Close it: a quote with the same quote',
    },
  },
  {
    name: 'a second line of a text that is not indented as text',
    edits: inVisa(name, '  name:\n    description: |\n      Visa\n    name.'),
    want: {
      ...{ file: visa, pointer: '#/properties/name', rule, at: '    name.' },
      message: 'This line is no key with a value.',
      fix: 'Write a colon and a space after the key, or indent the line',
    },
  },
  {
    name: 'text that begins with a reserved sign',
    edits: inVisa(name, '  name:\n    description: @Visa name.'),
    want: {
      ...{ file: visa, pointer: '#/properties/name/description', rule, at: '@Visa' },
      message: 'Plain value cannot start with reserved character @.',
      fix: 'Put the text in quotes.',
    },
  },
  {
    name: 'an alias of nothing',
    edits: inVisa(name, '  name:\n    description: *visa'),
    want: {
      ...{ file: visa, pointer: '#/properties/name/description', rule, at: '*visa' },
      message: 'This alias names an anchor that is not there.',
      fix: 'Put text that begins with * in quotes',
    },
  },
  {
    name: 'an alias of what it is part of',
    edits: inVisa(name, '  name: &name\n    not: *name'),
    want: {
      ...{ file: visa, pointer: '#/properties/name/not', rule, at: '*name' },
      message: 'This alias stands for what it is part of.',
      fix: 'Refer to it with $ref, or write it out.',
    },
  },
  {
    name: 'a merge key',
    edits: inVisa(name, '  name:\n    description: Visa name.\n    <<: { maxLength: 3 }'),
    want: {
      ...{ file: visa, pointer: '#/properties/name/<<', rule, at: '<<:' },
      message: 'YAML merge keys (<<) are not used here.',
      fix: 'Write the keys out.',
    },
  },
  {
    name: 'a second document',
    edits: inVisa('type: object', 'type: object\n---\na: 1\n---\nb: 1'),
    want: {
      ...{ file: visa, pointer: '#', rule, at: '---' },
      message: 'A second YAML document begins at this line.',
      fix: 'Take the line --- away',
    },
  },
  {
    name: 'schemas in schemas in schemas',
    edits: inVisa('type: object', `not: ${'{not: '.repeat(3000)}{}${'}'.repeat(3000)}`),
    want: {
      ...{ file: visa, pointer: '#/not', rule, at: 'not: {not:' },
      message: 'This is nested too deeply to be read.',
      fix: 'Move the inner parts to files of their own.',
    },
  },
  {
    name: 'an empty schema file',
    edits: [{ file: 'schemas/uuid.yaml', to: '' }],
    want: {
      ...{ file: 'schemas/uuid.yaml', pointer: '#', rule: 'documents/empty', at: '' },
      message: 'This schema file is empty.',
      fix: 'Write title, description and type',
    },
  },
  {
    name: 'a comma too many in a long vector file, on one line',
    edits: [{ file: 'vectors/auth.json', from: '"rows": [', to: '"rows": [,' }],
    want: {
      ...{ file: 'vectors/auth.json', pointer: '#/rows/0', rule, at: '"rows": [,' },
      message: 'JSON wants a value or ] here, and not ,.',
      fix: 'Write strict JSON',
    },
  },
]

describe('the check of documents finds', () => {
  it.each(rows)('$name', (row) => expectProblem(row, 'documents'))

  it.each(rows)('$name, in words of one line', ({ edits }) => {
    for (const { message, fix } of checkDocuments(makeEdits(edits))) {
      expect(message + fix).not.toContain('\n')
    }
  })
})

describe('an alias', () => {
  it('of an anchor above is read', () => {
    const specs = makeEdits(inVisa('title: Visa', 'title: &title Visa'))
    const source = makeEdits([{ file: 'a.yaml', to: 'a: &a [1]\nb: *a\n' }]).files.get('a.yaml')
    expect(checkDocuments(specs)).toEqual([])
    expect(source?.value).toEqual({ a: [1], b: [1] })
  })
})
