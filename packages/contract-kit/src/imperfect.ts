import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { parse } from 'yaml'
import { validExample } from './examples.ts'
import { rule, sentence } from './read-text.ts'

const common = {
  rule,
  name: sentence,
  /** Whether it follows the source. */
  legal: v.exactOptional(v.boolean(), true),
  changes: v.exactOptional(v.record(v.string(), v.unknown()), {}),
  without: v.exactOptional(v.array(v.string()), []),
  departs: v.exactOptional(v.array(v.string())),
}
const answer = v.strictObject({
  ...common,
  of: v.exactOptional(v.string(), 'CountryList'),
  type: v.exactOptional(v.string(), 'application/json'),
  prefix: v.exactOptional(v.string(), ''),
  body: v.exactOptional(v.string()),
  headers: v.exactOptional(v.record(v.string(), v.string()), {}),
  bodyProblem: v.exactOptional(sentence),
})
const webhook = v.strictObject({
  ...common,
  of: v.exactOptional(v.string(), 'returned'),
  secret: v.exactOptional(sentence),
  secretBytes: v.exactOptional(v.array(v.number())),
  digits: v.exactOptional(v.literal('upper-case')),
  headers: v.exactOptional(v.record(v.string(), v.nullable(v.string()))),
})

const table = v.parse(
  v.strictObject({ answers: v.array(answer), webhooks: v.array(webhook) }),
  parse(readFileSync(new URL('../imperfect.yaml', import.meta.url), 'utf8')),
)

type Row = (typeof table)[keyof typeof table][number]
type Members = Record<string, unknown>

/** The JSON Pointers at which a row changes its example. */
const changedIn = ({ changes, without }: Row) => [...Object.keys(changes), ...without]

/** A valid example of a schema, such as `ErrorResponse/forbidden`, as the row changes it. */
function change(example: string, row: Row): unknown {
  const copy = structuredClone(validExample(example).value)
  for (const pointer of changedIn(row)) {
    const keys = pointer.split('/').slice(1)
    const last = keys.pop() ?? ''
    const owner = keys.reduce((at, key) => at[key] as Members, copy as Members)
    if (row.without.includes(pointer)) delete owner[last]
    else owner[last] = row.changes[pointer]
  }
  return copy
}

/**
 * Answers of a server that does not follow our decisions: all are usable, and `legal` ones follow the
 * source. `departs` points to the departures, `''` to the answer itself; `bodyProblem` says why an error
 * has no documented body.
 */
export const imperfectAnswers = table.answers.map((row) => {
  const { rule, name, legal, of, type, prefix, bodyProblem } = row
  const [section, status] = rule.split('.')
  const isRefusal = section === '7'
  return {
    rule,
    name,
    legal,
    status: isRefusal ? Number(status) : 200,
    headers: { ...(type === '' ? {} : { 'content-type': type }), ...row.headers },
    body: row.body ?? prefix + JSON.stringify(change(of, row)),
    departs: row.departs ?? (bodyProblem === undefined ? changedIn(row) : []),
    ...(bodyProblem !== undefined && { bodyProblem }),
  }
})

/**
 * Deliveries of a platform that does not follow our decisions: all are events, and `legal` ones follow
 * the source. `headers` are lines that differ from those of the contract, `null` for one that is missing.
 */
export const imperfectWebhooks = table.webhooks.map((row) => {
  const { of, changes: _, without: __, departs = changedIn(row), secretBytes, ...more } = row
  const secret = secretBytes ? Uint8Array.from(secretBytes) : more.secret
  return {
    ...more,
    ...(secret !== undefined && { secret }),
    departs,
    event: change(`SubmissionUpdated/${of}`, row),
  }
})
