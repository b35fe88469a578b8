import type { BrokenRow } from '../broken-copy.ts'

const record = 'decisions/D-001-signed-bytes.md'

export const sourceRows: BrokenRow[] = [
  {
    name: 'a node that carries a statement that there is not',
    edits: [
      {
        file: 'schemas/agent.yaml',
        from: 'x-source: 2.3.agent.uuid',
        to: 'x-source: 2.3.agnt.uuid',
      },
    ],
    want: {
      file: 'schemas/agent.yaml',
      pointer: '#/properties/uuid/x-source',
      rule: 'sources/unknown',
      message: 'statements.yaml has no statement 2.3.agnt.uuid.',
      fix: 'Did you mean 2.3.agent.uuid?',
      at: 'x-source: 2.3.agnt.uuid',
    },
    follows: true,
  },
  {
    name: 'a node that lost the statement that it should carry',
    edits: [{ file: 'schemas/agent.yaml', from: '    x-source: 2.3.agent.uuid\n', to: '' }],
    want: {
      file: 'schemas/agent.yaml',
      pointer: '#/properties/uuid',
      rule: 'sources/not-carried',
      message:
        '2.3.agent.uuid says: The agent always has a `uuid` that identifies the partner. This',
      fix: "Write x-source: '2.3.agent.uuid' on it, or take the node from at",
      at: 'uuid:',
    },
  },
  {
    name: 'a statement without quotes, which YAML reads as a number',
    edits: [{ file: 'statements.yaml', from: '- id: "1.2"', to: '- id: 1.2' }],
    want: {
      file: 'statements.yaml',
      pointer: '#/1/id',
      rule: 'sources/shape',
      message: 'A statement is { id, says, at }',
      fix: "Write id: '<section>.<item>' in quotes",
      at: '- id: 1.2',
    },
    follows: true,
  },
  {
    name: 'a statement that is there twice',
    edits: [{ file: 'statements.yaml', from: '- id: "1.2"', to: '- id: "1.1"' }],
    want: {
      file: 'statements.yaml',
      pointer: '#/1/id',
      rule: 'sources/shape',
      message: 'There are two statements 1.1.',
      fix: 'Give one of them its own id.',
      at: '- id: "1.1"',
    },
    follows: true,
  },
  {
    name: 'a mistyped field of a statement',
    edits: [{ file: 'statements.yaml', from: 'answeredBy: [D-027]', to: 'answerdBy: [D-027]' }],
    want: {
      file: 'statements.yaml',
      pointer: '#/3/answerdBy',
      rule: 'sources/shape',
      message: 'A statement has no use for answerdBy.',
      fix: 'Did you mean answeredBy?',
      at: 'answerdBy:',
    },
  },
  {
    name: 'an open point that no decision answers',
    edits: [
      {
        file: 'statements.yaml',
        from: '  shown: false\n  answeredBy: [D-026, D-028…',
        to: '  shown: false',
      },
    ],
    want: {
      file: 'statements.yaml',
      pointer: '#/4/id',
      rule: 'sources/unanswered',
      message: 'The source does not show 1.5, and no decision answers it.',
      fix: 'Write answeredBy: [D-NNN]',
      at: '- id: "1.5"',
    },
  },
  {
    name: 'an open point answered by a decision that there is not',
    edits: [
      { file: 'statements.yaml', from: 'answeredBy: [D-026, D-028…', to: 'answeredBy: [D-126]' },
    ],
    want: {
      file: 'statements.yaml',
      pointer: '#/4/answeredBy/0',
      rule: 'sources/no-decision',
      message: 'There is no record D-126 in decisions/.',
      fix: 'Did you mean D-026?',
      at: 'answeredBy: [D-126]',
    },
  },
  {
    name: 'an answer that the record does not know of',
    edits: [
      { file: 'statements.yaml', from: 'answeredBy: [D-026, D-028…', to: 'answeredBy: [D-001]' },
    ],
    want: {
      file: 'statements.yaml',
      pointer: '#/4/answeredBy/0',
      rule: 'sources/one-sided',
      message: 'D-001 answers 1.5 here, and does not say so in its record.',
      fix: "Add '1.5' to answers in decisions/D-001-signed-bytes.md",
      at: 'answeredBy: [D-001]',
    },
  },
]

export const decisionRows: BrokenRow[] = [
  {
    name: 'a node that rests on a decision that there is not',
    edits: [{ file: 'schemas/uuid.yaml', from: 'x-decision: D-022', to: 'x-decision: D-922' }],
    want: {
      file: 'schemas/uuid.yaml',
      pointer: '#/x-decision',
      rule: 'decisions/unknown',
      message: 'There is no record D-922 in decisions/.',
      fix: 'Did you mean D-022? Else add decisions/D-922-<slug>.md.',
      at: 'x-decision: D-922',
    },
    follows: true,
  },
  {
    name: 'a record that no node rests on',
    edits: [
      {
        file: 'decisions/D-099-quiet-hours.md',
        to: '---\nid: D-099\ntitle: Quiet hours\nstatus: accepted\nanswers: ["1.5"]\n---\n',
      },
      { file: 'statements.yaml', from: '[D-026, D-028', to: '[D-099, D-026, D-028' },
    ],
    want: {
      file: 'decisions/D-099-quiet-hours.md',
      pointer: '#/id',
      rule: 'decisions/not-cited',
      message: 'No node of the documents rests on D-099.',
      fix: 'Write x-decision: D-099 on the node',
      at: 'id: D-099',
    },
  },
  {
    name: 'a record without front matter',
    edits: [{ file: record, to: '# The signature\n' }],
    want: {
      file: record,
      pointer: '#',
      rule: 'decisions/shape',
      message: 'This record has no front matter.',
      fix: 'Begin with ---, id: D-001',
      at: '# The signature',
    },
  },
  {
    name: 'a record under another number than its own',
    edits: [{ file: record, from: 'id: D-001', to: 'id: D-002' }],
    want: {
      file: record,
      pointer: '#/id',
      rule: 'decisions/shape',
      message: 'The id is not that of the file name.',
      fix: 'Write id: D-001.',
      at: 'id: D-002',
    },
  },
  {
    name: 'a status that is unknown',
    edits: [{ file: record, from: 'status: accepted', to: 'status: agreed' }],
    want: {
      file: record,
      pointer: '#/status',
      rule: 'decisions/shape',
      message: 'The status is unknown.',
      fix: 'Write one of proposed, accepted, replaced.',
      at: 'status: agreed',
    },
  },
  {
    name: 'an answer to a statement that there is not',
    edits: [{ file: record, from: 'answers: ["5.7"]', to: 'answers: ["5.7", "5.77"]' }],
    want: {
      file: record,
      pointer: '#/answers/1',
      rule: 'decisions/unknown-statement',
      message: 'statements.yaml has no statement 5.77.',
      fix: 'Did you mean 5.7?',
      at: 'answers: ["5.7", "5.77"]',
    },
  },
  {
    name: 'an answer that the statement does not know of',
    edits: [{ file: record, from: 'answers: ["5.7"]', to: 'answers: ["5.7", "1.1"]' }],
    want: {
      file: record,
      pointer: '#/answers/1',
      rule: 'decisions/one-sided',
      message: 'This record answers 1.1, and statements.yaml does not say so.',
      fix: 'Add D-001 to answeredBy of 1.1',
      at: 'answers:',
    },
  },
  {
    name: 'answers without quotes, which YAML reads as numbers',
    edits: [{ file: record, from: 'answers: ["5.7"]', to: 'answers: [5.7]' }],
    want: {
      file: record,
      pointer: '#/answers',
      rule: 'decisions/shape',
      message: 'answers is no list of statements.',
      fix: "Write answers: ['<section>.<item>'], each in quotes.",
      at: 'answers: [5.7]',
    },
  },
  {
    name: 'a record that points at nothing',
    edits: [{ file: record, from: 'vectors/signatures.json', to: 'vectors/signature.json' }],
    want: {
      file: record,
      pointer: '#/shows/0',
      rule: 'decisions/shows-nothing',
      message: 'vectors/signature.json is neither a file nor a folder of the contract.',
      fix: 'Did you mean vectors/signatures.json?',
      at: 'shows:',
    },
  },
  {
    name: 'a record whose file name has no number',
    edits: [{ file: 'decisions/signatures.md', to: '---\nid: D-098\n---\n' }],
    want: {
      file: 'decisions/signatures.md',
      pointer: '#',
      rule: 'decisions/shape',
      message: 'The file name is no D-NNN-<slug>.md.',
      fix: 'Rename it, such as',
      at: '',
    },
  },
]

const origins = 'vectors/origins.json'
const row = '{ "name": "a", "rule": "D-021", "given": {}, "want": {} }'
const table = (rows: string) => [
  { file: origins, to: `{ "title": "Origins", "fixtures": {}, "rows": [\n${rows}\n] }` },
]

export const vectorRows: BrokenRow[] = [
  {
    name: 'a table without rows',
    edits: table(''),
    want: {
      file: origins,
      pointer: '#/rows',
      rule: 'vectors/shape',
      message: 'A table has rows.',
      fix: 'Write { "title"',
      at: '"rows"',
    },
  },
  {
    name: 'two rows with one name',
    edits: table(`${row},\n${row}`),
    want: {
      file: origins,
      pointer: '#/rows/1/name',
      rule: 'vectors/same-name',
      message: 'Two rows have this name.',
      fix: 'Say what is different',
      at: '"name": "a"',
    },
  },
  {
    name: 'a row with a field too many',
    edits: table(row.replace('"given"', '"wants": {}, "given"')),
    want: {
      file: origins,
      pointer: '#/rows/0/name',
      rule: 'vectors/shape',
      message: 'A row has no field wants.',
      fix: 'Did you mean want?',
      at: '"wants"',
    },
  },
  {
    name: 'a row that lacks something',
    edits: table(row.replace('"want": {}', '"wants": {}')),
    want: {
      file: origins,
      pointer: '#/rows/0/name',
      rule: 'vectors/shape',
      message: 'A row has name, rule, given, want.',
      fix: 'Add what is missing.',
      at: '"wants"',
    },
  },
  {
    name: 'a row that rests on a rule that there is not',
    edits: table(row.replace('D-021', 'D-921')),
    want: {
      file: origins,
      pointer: '#/rows/0/rule',
      rule: 'rules/unknown',
      message: 'D-921 is neither a statement nor a decision.',
      fix: 'Did you mean D-021?',
      at: '"D-921"',
    },
  },
  {
    name: 'a row whose rule is a number',
    edits: table(row.replace('"D-021"', '["D-021", 5.4]')),
    want: {
      file: origins,
      pointer: '#/rows/0/rule/1',
      rule: 'rules/unknown',
      message: 'This is neither a statement nor a decision.',
      fix: "Cite the id of a statement in quotes, such as '5.4'",
      at: '5.4',
    },
  },
  {
    name: 'a case that rests on a rule that there is not',
    edits: [{ file: 'examples/agent/cases.yaml', from: 'rule: ', to: 'rule: 2.9 #' }],
    want: {
      file: 'examples/agent/cases.yaml',
      pointer: '#/valid~1agent/rule',
      rule: 'rules/unknown',
      message: 'This is neither a statement nor a decision.',
      fix: 'Cite the id',
      at: 'rule: 2.9',
    },
  },
]
