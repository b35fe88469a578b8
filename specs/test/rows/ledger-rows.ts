import type { BrokenRow, Edit } from '../broken-copy.ts'

const record = 'decisions/D-001-signed-bytes.md'
const statements = 'statements.yaml'
const inStatements = (from: string, to: string): Edit[] => [{ file: statements, from, to }]
const inRecord = (from: string, to: string): Edit[] => [{ file: record, from, to }]

type Want = [pointer: string, rule: string, message: string, fix: string, at: string]

const row = (
  name: string,
  edits: Edit[],
  [pointer, rule, message, fix, at]: Want,
  { file = edits[0]?.file ?? '', follows = false } = {},
): BrokenRow => ({ name, edits, want: { file, pointer, rule, message, fix, at }, follows })

export const sourceRows: BrokenRow[] = [
  row(
    'a node that carries a statement that there is not',
    [{ file: 'schemas/agent.yaml', from: 'x-source: 2.3.agent.u', to: 'x-source: 2.3.agnt.u' }],
    [
      '#/properties/uuid/x-source',
      'sources/unknown',
      'statements.yaml has no statement 2.3.agnt.uuid.',
      'Did you mean 2.3.agent.uuid?',
      'x-source: 2.3.agnt.uuid',
    ],
    { follows: true },
  ),
  row(
    'a statement that no node carries',
    [{ file: 'schemas/agent.yaml', from: '    x-source: 2.3.agent.uuid\n', to: '' }],
    [
      '#/17/id',
      'sources/not-carried',
      '2.3.agent.uuid says: The agent always has a `uuid` that identifies the partner. No node',
      'Write x-source: "2.3.agent.uuid" on the node',
      '- id: 2.3.agent.uuid',
    ],
    { file: statements },
  ),
  row(
    'a statement without quotes, which YAML reads as a number',
    inStatements('- id: "1.2"', '- id: 1.2'),
    [
      '#/1/id',
      'sources/shape',
      'A statement is { id, says }',
      "Write id: '<section>.<item>' in quotes",
      '- id: 1.2',
    ],
    { follows: true },
  ),
  row(
    'a statement that is there twice',
    inStatements('- id: "1.2"', '- id: "1.1"'),
    [
      '#/1/id',
      'sources/shape',
      'There are two statements 1.1.',
      'Give one of them its own id.',
      '- id: "1.1"',
    ],
    { follows: true },
  ),
  row(
    'a mistyped field of a statement',
    inStatements('  shown: false', '  shwn: false'),
    [
      '#/4/shwn',
      'sources/shape',
      'A statement has no use for shwn.',
      'Did you mean shown?',
      'shwn:',
    ],
    { follows: true },
  ),
  row(
    'an open point that no decision answers',
    [
      {
        file: 'decisions/D-011-delivery-timeouts.md',
        from: 'answers: ["8.4"]',
        to: 'answers: ["8.3"]',
      },
    ],
    [
      '#/84/id',
      'sources/unanswered',
      'The source does not show 8.4, and no decision answers it.',
      'Add "8.4" to answers of the record',
      '- id: "8.4"',
    ],
    { file: statements },
  ),
  row(
    'a record of the source that says something new',
    inStatements('only: [VISA_GRANTED, RETURNED]', 'only: [VISA_GRANTED, RETURNED, PAID]'),
    [
      '#',
      'sources/changed',
      'What the statements hold is not what the last decision',
      'Take the change back: a decision extends a statement',
      '- id: "1.1"',
    ],
  ),
]

const quietHours = 'decisions/D-099-quiet-hours.md'
const quiet = (front: string): Edit => ({
  file: quietHours,
  to: `---\nid: D-099\ntitle: Quiet hours\nstatus: accepted\n${front}\n---\n\n**How to change it.** Freely.\n`,
})
const statusX: Edit = {
  file: 'schemas/submission-status.yaml',
  from: 'RETURNED]',
  to: 'RETURNED, PAID]',
}
const marked: Edit = {
  file: 'schemas/submission-status.yaml',
  from: '[D-014, D-023]',
  to: '[D-014, D-023, D-099]',
}

/** Decisions that extend a statement. */
export const additionRows: BrokenRow[] = [
  row(
    'an addition without a node',
    [quiet('extends: { 3.statuses: [PAID] }')],
    [
      '#/extends/3.statuses',
      'decisions/extends-nothing',
      'D-099 extends 3.statuses with PAID, and schemas/submission-status.yaml#/anyOf/0/enum does not',
      'Add PAID there',
      'extends:',
    ],
  ),
  row(
    'an addition to a statement that has no list',
    [quiet('extends: { "8.4": [PAID] }')],
    [
      '#/extends/8.4',
      'decisions/extends-nothing',
      '8.4 has no list that PAID could extend.',
      'Name a statement that holds only',
      'extends:',
    ],
  ),
  row(
    'an addition to a statement that there is not',
    [quiet('extends: { 3.status: [PAID] }')],
    [
      '#/extends/3.status',
      'decisions/unknown-statement',
      'statements.yaml has no statement 3.status.',
      'Did you mean 3.statuses?',
      'extends:',
    ],
  ),
  row(
    'an addition that its node does not carry',
    [quiet('extends: { 3.statuses: [PAID] }'), statusX],
    [
      '#/extends/3.statuses',
      'decisions/not-cited',
      'D-099 adds schemas/submission-status.yaml#/anyOf/0/enum/2, which does not say so.',
      'Write x-decision: D-099 on it.',
      'extends:',
    ],
  ),
  row(
    'an addition that no example cites',
    [quiet('extends: { 3.statuses: [PAID] }'), statusX, marked],
    [
      '#/extends/3.statuses',
      'decisions/not-shown',
      'No example and no vector shows what D-099 adds.',
      'Add an example, and write rule: D-099',
      'extends:',
    ],
  ),
]

export const decisionRows: BrokenRow[] = [
  row(
    'a node that rests on a decision that there is not',
    [{ file: 'schemas/uuid.yaml', from: 'x-decision: D-022', to: 'x-decision: D-922' }],
    [
      '#/x-decision',
      'decisions/unknown',
      'There is no record D-922 in decisions/.',
      'Did you mean D-022? Else add decisions/D-922-<slug>.md.',
      'x-decision: D-922',
    ],
  ),
  row(
    'a record that no node rests on',
    [quiet('answers: ["1.5"]')],
    [
      '#/id',
      'decisions/not-cited',
      'No node of the documents rests on D-099.',
      'Write x-decision: D-099 on the node',
      'id: D-099',
    ],
  ),
  row(
    'a record without front matter',
    [{ file: record, to: '# The signature\n' }],
    [
      '#',
      'decisions/shape',
      'This record has no front matter.',
      'Begin with ---, id: D-001',
      '# The signature',
    ],
  ),
  row('a record under another number than its own', inRecord('id: D-001', 'id: D-002'), [
    '#/id',
    'decisions/shape',
    'The id is not that of the file name.',
    'Write id: D-001.',
    'id: D-002',
  ]),
  row('a record without its last paragraph', inRecord('**How to change it.** ', ''), [
    '#',
    'decisions/shape',
    'The record does not say how to change it.',
    'End it with **How to change it.**',
    'id: D-001',
  ]),
  row('a status that is unknown', inRecord('status: accepted', 'status: agreed'), [
    '#/status',
    'decisions/shape',
    'The status is unknown.',
    'Write one of proposed, accepted, replaced.',
    'status: agreed',
  ]),
  row(
    'a field that nothing reads',
    inRecord('answers: ["5.7"]', 'answers: ["5.7"]\nshows: [vectors]'),
    ['#/shows', 'decisions/shape', 'shows is no field of a record.', 'Use id, title', 'shows:'],
  ),
  row(
    'an answer to a statement that there is not',
    inRecord('answers: ["5.7"]', 'answers: ["5.7", "5.77"]'),
    [
      '#/answers/1',
      'decisions/unknown-statement',
      'statements.yaml has no statement 5.77.',
      'Did you mean 5.7?',
      'answers: ["5.7", "5.77"]',
    ],
  ),
  row('answers that are empty', inRecord('answers: ["5.7"]', 'answers: []'), [
    '#/answers',
    'decisions/shape',
    'answers is empty.',
    'Write answers: ["<id>"], each in quotes, such as 1.5, 2.1.formats',
    'answers: []',
  ]),
  row('answers that YAML reads as numbers', inRecord('answers: ["5.7"]', 'answers: [5.7]'), [
    '#/answers',
    'decisions/shape',
    'answers is no list of statements.',
    'Write answers: ["<id>"], each in quotes',
    'answers: [5.7]',
  ]),
  row(
    'extends that is a list',
    [quiet('extends: [3.statuses]')],
    [
      '#/extends',
      'decisions/shape',
      'extends is no list of members by statement.',
      "Write extends: { '<section>.<item>': [<member>] }.",
      'extends:',
    ],
    { follows: true },
  ),
  row(
    'a record whose file name has no number',
    [{ file: 'decisions/signatures.md', to: '---\nid: D-098\n---\n' }],
    ['#', 'decisions/shape', 'The file name is no D-NNN-<slug>.md.', 'Rename it, such as', ''],
  ),
]

export const factRows: BrokenRow[] = [
  row(
    'an entry of holds that compares nothing',
    inStatements('only: [VISA_GRANTED', 'onli: [VISA_GRANTED'),
    ['#/38/holds/0', 'facts/shape', 'An entry of holds is', 'Write - { node:', 'onli:'],
  ),
  row(
    'an entry of holds on a file that is not there',
    inStatements('node: schemas/country.yaml#/properties', 'node: schemas/land.yaml#/properties'),
    [
      '#/9/holds/0',
      'facts/no-node',
      'There is no schemas/land.yaml that could hold this.',
      'Name a file of the contract.',
      'schemas/land.yaml',
    ],
  ),
]

const origins = 'vectors/origins.json'
const sample = '{ "name": "a", "rule": "D-021", "given": {}, "want": {} }'
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
    edits: table(`${sample},\n${sample}`),
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
    edits: table(sample.replace('"given"', '"wants": {}, "given"')),
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
    edits: table(sample.replace('"want": {}', '"wants": {}')),
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
    edits: table(sample.replace('D-021', 'D-921')),
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
    edits: table(sample.replace('"D-021"', '["D-021", 5.4]')),
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
