import type { Edit } from '../broken-copy.ts'

const record = 'decisions/D-001-signed-bytes.md'
const statements = 'statements.yaml'
const inFile = (file: string, from: string, to: string): Edit[] => [{ file, from, to }]
const inStatements = (from: string, to: string) => inFile(statements, from, to)
const inRecord = (from: string, to: string) => inFile(record, from, to)

/** A way to break the ledger, and the first problem that it gives; … stands for any text. */
export type LedgerRow = {
  name: string
  edits: Edit[]
  told: string
  file: string
  follows: boolean
}

const row = (
  name: string,
  edits: Edit[],
  told: string,
  { file = edits[0]?.file ?? '', follows = false } = {},
): LedgerRow => ({ name, edits, told, file, follows })

const sources: LedgerRow[] = [
  row(
    'a node that carries a statement that there is not',
    inFile('schemas/agent.yaml', 'x-source: 2.3.agent.u', 'x-source: 2.3.agnt.u'),
    '#/properties/uuid/x-source sources/unknown: statements.yaml has no statement 2.3.agnt.uuid.… Did you mean 2.3.agent.uuid?…',
    { follows: true },
  ),
  row(
    'a statement that no node carries',
    inFile('schemas/agent.yaml', '    x-source: 2.3.agent.uuid\n', ''),
    '#/17/id sources/not-carried: 2.3.agent.uuid says: The agent always has a `uuid` that identifies the partner. No node… Write x-source: "2.3.agent.uuid" on the node…',
    { file: statements },
  ),
  row(
    'a statement without quotes, which YAML reads as a number',
    inStatements('- id: "1.2"', '- id: 1.2'),
    "#/1/id sources/shape: A statement is { id, says }… Write id: '<section>.<item>' in quotes…",
    { follows: true },
  ),
  row(
    'a statement that is there twice',
    inStatements('- id: "1.2"', '- id: "1.1"'),
    '#/1/id sources/shape: There are two statements 1.1.… Give one of them its own id.…',
    { follows: true },
  ),
  row(
    'a mistyped field of a statement',
    inStatements('  shown: false', '  shwn: false'),
    '#/4/shwn sources/shape: A statement has no use for shwn.… Did you mean shown?…',
    { follows: true },
  ),
  row(
    'an open point that no decision answers',
    inFile('decisions/D-011-delivery-timeouts.md', 'answers: ["8.4"]', 'answers: ["8.3"]'),
    '#/84/id sources/unanswered: The source does not show 8.4, and no decision answers it.… Add "8.4" to answers of the record…',
    { file: statements },
  ),
  row(
    'a record of the source that says something new',
    inStatements('only: [VISA_GRANTED, RETURNED]', 'only: [VISA_GRANTED, RETURNED, PAID]'),
    '# sources/changed: What the statements hold is not what the last decision… Take the change back: a decision extends a statement…',
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
const additions: LedgerRow[] = [
  row(
    'an addition without a node',
    [quiet('extends: { 3.statuses: [PAID] }')],
    '#/extends/3.statuses decisions/extends-nothing: D-099 extends 3.statuses with PAID, and schemas/submission-status.yaml#/anyOf/0/enum does not… Add PAID there…',
  ),
  row(
    'an addition to a statement that has no list',
    [quiet('extends: { "8.4": [PAID] }')],
    '#/extends/8.4 decisions/extends-nothing: 8.4 has no list that PAID could extend.… Name a statement that holds only…',
  ),
  row(
    'an addition to a statement that there is not',
    [quiet('extends: { 3.status: [PAID] }')],
    '#/extends/3.status decisions/unknown-statement: statements.yaml has no statement 3.status.… Did you mean 3.statuses?…',
  ),
  row(
    'an addition of what the source names itself',
    [quiet('extends: { "4.2.headers": [X-Platform-Signature] }')],
    '#/extends/4.2.headers decisions/extends-nothing: 4.2.headers itself names X-Platform-Signature… Remove X-Platform-Signature from extends.…',
  ),
  row(
    'an addition that its node does not carry',
    [quiet('extends: { 3.statuses: [PAID] }'), statusX],
    '#/extends/3.statuses decisions/not-cited: D-099 adds schemas/submission-status.yaml#/anyOf/0/enum/2, which does not say so.… Write x-decision: D-099 on it, or…',
  ),
  row(
    'an addition that no example cites',
    [quiet('extends: { 3.statuses: [PAID] }'), statusX, marked],
    '#/extends/3.statuses decisions/not-shown: No example of submission-status cites D-099, which adds PAID.… Add an example, and write rule: D-099…',
  ),
]

const decisions: LedgerRow[] = [
  row(
    'a node that rests on a decision that there is not',
    inFile('schemas/uuid.yaml', 'x-decision: D-022', 'x-decision: D-922'),
    '#/x-decision decisions/unknown: There is no record D-922 in decisions/.… Add specs/decisions/D-922-<slug>.md, or write D-022.…',
  ),
  row(
    'a record that no node rests on',
    [quiet('answers: ["1.5"]')],
    '#/id decisions/not-cited: No node of the documents rests on D-099.… Write x-decision: D-099 on the node…',
  ),
  row(
    'a record without front matter',
    [{ file: record, to: '# The signature\n' }],
    '# decisions/shape: This record has no front matter.… Begin with ---, id: D-001…',
  ),
  row(
    'a record under another number than its own',
    inRecord('id: D-001', 'id: D-002'),
    '#/id decisions/shape: The id is not that of the file name.… Write id: D-001.…',
  ),
  row(
    'a record without its last paragraph',
    inRecord('**How to change it.** ', ''),
    '# decisions/shape: The record does not say how to change it.… End it with **How to change it.**…',
  ),
  row(
    'a status that is unknown',
    inRecord('status: accepted', 'status: agreed'),
    '#/status decisions/shape: The status is unknown.… Write one of proposed, accepted, replaced.…',
  ),
  row(
    'a field that nothing reads',
    inRecord('answers: ["5.7"]', 'answers: ["5.7"]\nshows: [vectors]'),
    '#/shows decisions/shape: shows is no field of a record.… Use id, title…',
  ),
  row(
    'an answer to a statement that there is not',
    inRecord('answers: ["5.7"]', 'answers: ["5.7", "5.77"]'),
    '#/answers/1 decisions/unknown-statement: statements.yaml has no statement 5.77.… Did you mean 5.7?…',
  ),
  row(
    'answers that are empty',
    inRecord('answers: ["5.7"]', 'answers: []'),
    "#/answers decisions/shape: answers is empty.… Write answers: ['<id>'], each in quotes, such as '1.5', '2.1.formats'…",
  ),
  row(
    'answers that YAML reads as numbers',
    inRecord('answers: ["5.7"]', 'answers: [5.7]'),
    "#/answers decisions/shape: answers is no list of statements.… Write answers: ['<id>'], each in quotes…",
  ),
  row(
    'extends that is a list',
    [quiet('extends: [3.statuses]')],
    "#/extends decisions/shape: extends has no list of members by statement.… Write extends: { '<section>.<item>': ['<member>'] }…",
    { follows: true },
  ),
  row(
    'a record whose file name has no number',
    [{ file: 'decisions/signatures.md', to: '---\nid: D-098\n---\n' }],
    '# decisions/shape: The file name is no D-NNN-<slug>.md.… Rename it, such as…',
  ),
]

const facts: LedgerRow[] = [
  row(
    'a node that says something else than the source',
    inFile('openapi.yaml', 'scheme: bearer', 'scheme: basic'),
    '#/components/securitySchemes/bearerAuth/scheme facts/contradiction: 5.2 says: The key travels as a bearer token in Authorization, or in x-api-key. It is scheme: basic. Write scheme: bearer. 5.2 of statements.yaml records the source.',
  ),
  row(
    'a member that the source does not name, with the decision to paste',
    inFile('schemas/submission-status.yaml', 'RETURNED]', 'RETURNED, PAID]'),
    '#/anyOf/0/enum/2 facts/contradiction: 3.statuses says: … The contract also has PAID. Delete PAID. To keep it, mark schemas/submission-status.yaml#/anyOf/0 with x-decision: D-…, cite D-… in the case of an example, and paste this into specs/decisions/D-…-paid.md:',
  ),
  row(
    'a field with the name of an annotation, where a reference has no room for a mark',
    inFile('schemas/agent.yaml', 'properties:\n', 'properties:\n  title: { $ref: ./uuid.yaml }\n'),
    '#/properties/title facts/contradiction: 2.3.agent says: … The contract also has title. Delete title. To keep it, write schemas/agent.yaml#/properties/title as { allOf: [{ $ref: ./uuid.yaml }], x-decision: D-029 }, cite…',
  ),
  row(
    'a status beside the list of statuses',
    inFile(
      'schemas/submission-status.yaml',
      '  - type: string\nx-source',
      '  - const: PAID\n  - type: string\nx-source',
    ),
    '#/anyOf/1/type facts/contradiction: 3.statuses says: … Type is missing. Write type: string.…',
    { follows: true },
  ),
  row(
    'an entry of holds that compares nothing',
    inStatements('only: [VISA_GRANTED', 'onli: [VISA_GRANTED'),
    '#/38/holds/0 facts/shape: An entry of holds is… Write - { node:…',
  ),
  row(
    'an entry of holds on a file that is not there',
    inStatements('node: schemas/country.yaml#/properties', 'node: schemas/land.yaml#/properties'),
    '#/9/holds/0 facts/no-node: There is no schemas/land.yaml that could hold this.… Name a file of the contract.…',
  ),
]

const origins = 'vectors/origins.json'
const sample = '{ "name": "a", "rule": "D-021", "given": {}, "want": {} }'
const table = (rows: string) => [
  { file: origins, to: `{ "title": "Origins", "fixtures": {}, "rows": [\n${rows}\n] }` },
]

const vectors: LedgerRow[] = [
  row(
    'a table without rows',
    table(''),
    '#/rows vectors/shape: A table has rows.… Write { "title"…',
  ),
  row(
    'two rows with one name',
    table(`${sample},\n${sample}`),
    '#/rows/1/name vectors/same-name: Two rows have this name.… Say what is different…',
  ),
  row(
    'a row with a field too many',
    table(sample.replace('"given"', '"wants": {}, "given"')),
    '#/rows/0/name vectors/shape: A row has no field wants.… Did you mean want?…',
  ),
  row(
    'a row that lacks something',
    table(sample.replace('"want": {}', '"wants": {}')),
    '#/rows/0/name vectors/shape: A row has name, rule, given, want.… Add what is missing.…',
  ),
  row(
    'a row that rests on a rule that there is not',
    table(sample.replace('D-021', 'D-921')),
    '#/rows/0/rule rules/unknown: D-921 is neither a statement nor a decision.… Did you mean D-021?…',
  ),
  row(
    'a row whose rule is a number',
    table(sample.replace('"D-021"', '["D-021", 5.4]')),
    "#/rows/0/rule/1 rules/unknown: This is neither a statement nor a decision.… Cite the id of a statement in quotes, such as '5.4'…",
  ),
  row(
    'a case that rests on a rule that there is not',
    inFile('examples/agent/cases.yaml', 'rule: ', 'rule: 2.9 #'),
    '#/valid~1agent/rule rules/unknown: This is neither a statement nor a decision.… Cite the id…',
  ),
]

const cases = 'examples/agent/cases.yaml'

const todos: LedgerRow[] = [
  row(
    'a description of a document',
    inFile('openapi.yaml', 'summary: List origin…', 'summary: "TODO: Say what."'),
    '#/paths/~1api~1v1~1platform~1countries/get/summary todos/open: A person must decide… Say what.',
  ),
  row(
    'a case of an example',
    inFile(cases, 'says: …', 'says: "TODO: Say what it shows."'),
    '#/valid~1agent/says todos/open: … Say what it shows.',
  ),
  row(
    'the front matter of a record',
    inFile(record, 'title: …', 'title: "TODO: Write the choice."'),
    '#/title todos/open: … Write the choice.',
  ),
  row(
    'a paragraph of a record, up to its end, and nothing in examples',
    [
      {
        file: record,
        from: '**Choice.** …',
        to: '**Choice.** TODO: Say what\nis signed.\n\nMore.\n',
      },
      {
        file: 'examples/agent/valid/agent.json',
        from: '"companyName": "…"',
        to: '"companyName": "TODO: x"',
      },
    ],
    '# todos/open: … Say what is signed.',
  ),
]

/** The rows of each check. */
export const ledgerRows = { todos, sources, decisions, additions, facts, vectors }
