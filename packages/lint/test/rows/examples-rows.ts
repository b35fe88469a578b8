import type { BrokenRow } from '../broken-copy.ts'

const updated = 'examples/submission-updated'
const returned = `${updated}/valid/returned.json`
const cases = `${updated}/cases.yaml`

export const exampleRows: BrokenRow[] = [
  {
    name: 'a valid example that only a reader takes',
    edits: [
      { file: returned, from: '"status": "RETURNED"', to: '"status": "RETURNED", "remarks": "a"' },
    ],
    want: {
      file: returned,
      pointer: '#/submission/remarks',
      rule: 'examples/wrong-folder',
      message:
        '/submission/remarks boolean schema is false (false schema), so this example is not valid.',
      fix: 'Correct the example, or move it to tolerated/',
      at: '"remarks": "a"',
    },
  },
  {
    name: 'a valid example that nobody takes',
    edits: [{ file: returned, from: '"companyName":', to: '"firm":' }],
    want: {
      file: returned,
      pointer: '#/agent/companyName',
      rule: 'examples/wrong-folder',
      message: '/agent/companyName must be there (required), so this example is not valid.',
      fix: 'Correct the example, or move it to invalid/',
      at: '"agent": {',
    },
  },
  {
    name: 'a tolerated example that nobody takes',
    edits: [
      { file: 'examples/agent/tolerated/unknown-field.json', from: '"7d9a', to: '5, "was": "7d9a' },
    ],
    want: {
      file: 'examples/agent/tolerated/unknown-field.json',
      pointer: '#/uuid',
      rule: 'examples/wrong-folder',
      message: '/uuid must be string',
      fix: 'Correct the example, or move it to invalid/',
      at: '"uuid"',
    },
  },
  {
    name: 'an invalid example that passes',
    edits: [{ file: 'examples/submission-status/invalid/is-number.json', to: '"NEW"' }],
    want: {
      file: 'examples/submission-status/invalid/is-number.json',
      pointer: '#',
      rule: 'examples/wrong-folder',
      message: 'It passes as written, so this example is not invalid.',
      fix: 'Correct the example, or move it to valid/',
      at: '"NEW"',
    },
  },
  {
    name: 'an unparseable example that parses',
    edits: [{ file: `${updated}/unparseable/form.json`, to: '{}' }],
    want: {
      file: `${updated}/unparseable/form.json`,
      pointer: '#',
      rule: 'examples/parses',
      message: 'This file is JSON, though its folder says that it is not.',
      fix: 'Break its JSON, or move it',
      at: '{}',
    },
  },
  {
    name: 'a case that states another place',
    edits: [
      { file: 'examples/agent/cases.yaml', from: 'path: /fieldOfTomorrow', to: 'path: /uuid' },
    ],
    want: {
      file: 'examples/agent/cases.yaml',
      pointer: '#/tolerated~1unknown-field/path',
      rule: 'examples/other-issue',
      message:
        'tolerated/unknown-field fails, but not at /uuid by additionalProperties in the written',
      fix: 'Write one of its issues: /fieldOfTomorrow additionalProperties.',
      at: 'path: /uuid',
    },
  },
  {
    name: 'a schema that does not compile',
    edits: [{ file: 'schemas/agent.yaml', from: 'type: object', to: 'type: objekt' }],
    want: {
      file: 'schemas/agent.yaml',
      pointer: '#',
      rule: 'examples/schema',
      message: 'This schema does not compile: type must be JSONType',
      fix: 'Correct it, or the schema it refers to',
      at: 'title: Agent',
    },
    follows: true,
  },
]

export const caseRows: BrokenRow[] = [
  {
    name: 'an example without a case',
    edits: [{ file: `${updated}/valid/another.json`, to: '{}' }],
    want: {
      file: `${updated}/valid/another.json`,
      pointer: '#',
      rule: 'cases/no-entry',
      message: `${cases} does not say what this example shows.`,
      fix: 'Add this entry to it: valid/another: { says: "<one',
      at: '{}',
    },
  },
  {
    name: 'a case without an example',
    edits: [{ file: cases, from: 'valid/compact:', to: 'valid/compakt:' }],
    want: {
      file: `${updated}/valid/compact.json`,
      pointer: '#',
      rule: 'cases/no-entry',
      message: `${cases} does not say`,
      fix: 'Add this entry to it: valid/compact',
      at: '',
    },
    follows: true,
  },
  {
    name: 'a case whose example is gone',
    edits: [{ file: `${updated}/valid/compact.json` }],
    want: {
      file: cases,
      pointer: '#/valid~1compact',
      rule: 'cases/no-file',
      message: 'There is no valid/compact.json for this entry.',
      fix: 'Add the file, or delete the entry.',
      at: 'valid/compact:',
    },
  },
  {
    name: 'a case without a sentence',
    edits: [
      { file: cases, from: 'says: White space between tokens means nothing.', to: 'says: ""' },
    ],
    want: {
      file: cases,
      pointer: '#/valid~1compact/says',
      rule: 'cases/shape',
      message: 'says of valid/compact is missing or wrong.',
      fix: 'Write says: one sentence',
      at: 'says: ""',
    },
  },
  {
    name: 'a case with a field that it has no use for',
    edits: [{ file: cases, from: 'rule: 4.2.body', to: 'rule: 4.2.body\n  keyword: type' }],
    want: {
      file: cases,
      pointer: '#/valid~1compact/keyword',
      rule: 'cases/shape',
      message: 'valid/compact has no use for keyword.',
      fix: 'Delete keyword.',
      at: 'keyword: type',
    },
  },
  {
    name: 'a schema without examples',
    edits: [
      { file: 'schemas/note.yaml', to: 'title: Note\ndescription: A note.\ntype: string\n' },
      { file: 'examples/note/valid/short.json', to: '"a"' },
      { file: 'examples/note/cases.yaml', to: 'valid/short: { says: Short., rule: "2.1" }' },
    ],
    want: {
      file: 'schemas/note.yaml',
      pointer: '#',
      rule: 'examples/missing',
      message: 'This schema has no invalid example.',
      fix: 'Add examples/note/invalid/<case>.json',
      at: 'title: Note',
    },
  },
  {
    name: 'examples of a schema that there is not',
    edits: [
      { file: 'examples/agents/valid/a.json', to: '{}' },
      { file: 'examples/agents/cases.yaml', to: 'valid/a: { says: A., rule: "2.1" }' },
    ],
    want: {
      file: 'examples/agents/valid/a.json',
      pointer: '#',
      rule: 'examples/misplaced',
      message: 'There is no schemas/agents.yaml for this example.',
      fix: 'Move it to examples/agent/valid/.',
      at: '{}',
    },
  },
  {
    name: 'a folder that is none of the four',
    edits: [{ file: 'examples/agent/tolerant/a.json', to: '{}' }],
    want: {
      file: 'examples/agent/tolerant/a.json',
      pointer: '#',
      rule: 'examples/misplaced',
      message: 'Folder tolerant is none of valid, tolerated, invalid, unparseable.',
      fix: 'Move it to examples/agent/tolerated/.',
      at: '{}',
    },
    follows: true,
  },
  {
    name: 'examples that nothing says anything about',
    edits: [{ file: 'examples/agent/cases.yaml' }],
    want: {
      file: 'examples/agent/cases.yaml',
      pointer: '#',
      rule: 'cases/missing',
      message: 'Nothing says what these examples show.',
      fix: 'Write one entry per file',
      at: '',
    },
  },
]

export const shownRows: BrokenRow[] = [
  {
    name: 'the payload of a message that its schema refuses',
    edits: [{ file: returned, from: '"status": "RETURNED"', to: '"status": 7' }],
    want: {
      file: 'asyncapi.yaml',
      pointer: '#/components/messages/submissionUpdated/examples/1/payload',
      rule: 'document-examples/refused',
      message: 'The schema refuses this example: /submission/status must be string (type).',
      fix: 'Correct the example, or show one from',
      at: 'payload:',
    },
  },
  {
    name: 'the headers of a message that their schema refuses',
    edits: [
      {
        file: 'asyncapi.yaml',
        from: 'X-Platform-Signature: sha256=0',
        to: 'X-Platform-Signature: sha1=0',
      },
    ],
    want: {
      file: 'asyncapi.yaml',
      pointer: '#/components/messages/submissionUpdated/examples/0/headers',
      rule: 'document-examples/refused',
      message: 'The schema refuses this example: /X-Platform-Signature must match pattern',
      fix: 'Correct the example',
      at: 'headers:',
    },
  },
  {
    name: 'a file shown for a media type that its schema refuses',
    edits: [
      {
        file: 'openapi.yaml',
        from: './examples/error-response/valid/forbidden.json',
        to: './examples/country-list/valid/two-countries.json',
      },
    ],
    want: {
      file: 'openapi.yaml',
      pointer:
        '#/components/responses/Forbidden/content/application~1json/examples/forbidden/externalValue',
      rule: 'document-examples/refused',
      message: 'The schema refuses this example: /error must be there (required).',
      fix: 'Correct the example',
      at: 'two-countries.json',
    },
  },
  {
    name: 'the example of a header that its schema refuses',
    edits: [{ file: 'openapi.yaml', from: `'"default";r=57;t=12'`, to: '57' }],
    want: {
      file: 'openapi.yaml',
      pointer: '#/components/headers/RateLimit/example',
      rule: 'document-examples/refused',
      message: 'The schema refuses this example: the value must be string (type).',
      fix: 'Correct the example',
      at: 'example: 57',
    },
  },
  {
    name: 'a header without an example',
    edits: [{ file: 'openapi.yaml', from: `      example: '"default";r=57;t=12'\n`, to: '' }],
    want: {
      file: 'openapi.yaml',
      pointer: '#/components/headers/RateLimit',
      rule: 'document-examples/missing',
      message: 'This header shows no example.',
      fix: 'Add example: with a value as it travels.',
      at: 'RateLimit:',
    },
  },
]
