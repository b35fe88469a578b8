import { existsSync, readFileSync } from 'node:fs'

/** A change to a file, as a person makes it. A missing file is empty. The same round gives the same text. */
export type Edit = { file: string; edit: (text: string, round: number) => string }

export const readOrEmpty = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '')

const decision = (title: string, head: string) => `---

id: D-029
title: ${title}
status: accepted
${head}
---

**Context.** Agencies ask for it.

**Choice.** ${title}.

**Why, and what rests on it.** Nothing else rests on it.

**How to change it.** Take it away with a new version.
`

const write = (file: string, text: (round: number) => string): Edit => ({
  file,
  edit: (_, round) => text(round),
})
/** Replaces what an earlier round inserted, too. */
const insert = (file: string, after: RegExp, text: (round: number) => string): Edit => ({
  file,
  edit: (before, round) =>
    before.replace(/^.*D-029.*\n/gm, '').replace(after, (found) => `${found}${text(round)}`),
})

export const wordsOfField: Edit = {
  file: 'specs/schemas/country.yaml',
  edit: (text, round) => text.replace(/(?<= name:\n +description: ).*/, `Country name ${round}.`),
}

/** A new optional field of the webhook, which all code knows. */
export const newField: readonly Edit[] = [
  insert(
    'specs/schemas/submission.yaml',
    /\nproperties:\n/,
    (round) =>
      `  note${round}: { description: A note., type: string, minLength: 1, x-decision: D-029 }\n`,
  ),
  write('specs/examples/submission/valid/note.json', (round) => {
    const uuid = 'd4c8b2a3-1f8c-4e0a-9d46-6b0e5f7a8c43'
    const visa = { uuid, name: 'Tourist visa', destinationCountry: 'Peru' }
    const applicant = { firstName: 'Ravi', lastName: 'Menon', email: 'ravi.menon@example.com' }
    const known = { uuid, status: 'RETURNED', contactStatus: 'NOT_CONTACTED', visa, applicant }
    return `${JSON.stringify({ ...known, [`note${round}`]: 'Call again.' }, null, 2)}\n`
  }),
  insert(
    'specs/examples/submission/cases.yaml',
    /^/,
    () => 'valid/note: { says: A submission may have a note., rule: D-029 }\n',
  ),
  write('specs/decisions/D-029-note.md', (round) =>
    decision('A submission may have a note', `extends: { 2.3.submission: [note${round}] }`),
  ),
]

/** A status of submissions that the source does not name. */
export const newStatus: readonly Edit[] = [
  {
    file: 'specs/schemas/submission-status.yaml',
    edit: (text) => text.replace('RETURNED]', 'RETURNED, PAID]').replace('D-023]', 'D-023, D-029]'),
  },
  write('specs/examples/submission-status/valid/paid.json', () => '"PAID"\n'),
  insert(
    'specs/examples/submission-status/cases.yaml',
    /^/,
    () => 'valid/paid: { says: PAID is a known member., rule: D-029 }\n',
  ),
  write('specs/decisions/D-029-paid.md', () =>
    decision('A submission may be paid', 'extends: { 3.statuses: [PAID] }'),
  ),
]

/** A field that something else is to replace. */
export const deprecatedField: readonly Edit[] = [
  {
    file: 'specs/schemas/submission.yaml',
    edit: (text) =>
      text.replace(
        /(?<=\n {2}contactStatus:\n)( +description: .*)(\n[\s\S]*?x-source: )(\S+)/,
        '$1 Use `contact` instead.\n    deprecated: true$2$3\n    x-decision: D-026',
      ),
  },
]

/** A figure that receivers rely on, with the row that shows it. */
export const breakingFigure: readonly Edit[] = [
  {
    file: 'specs/asyncapi.yaml',
    edit: (text) => text.replace(/(?<= attemptTimeoutMs:\n.*\n +value: )15000/, '14000'),
  },
  {
    file: 'specs/vectors/figures.json',
    edit: (text) => text.replace('"want": 15000', '"want": 14000'),
  },
]
