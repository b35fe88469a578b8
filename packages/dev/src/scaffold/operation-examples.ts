import { addExamples, type NewExample } from './add-examples.ts'
import type { Draft } from './draft.ts'
import type { OperationNames } from './name-operation.ts'
import { toKebab, toSentence, withArticle } from './words.ts'

/** An item as the examples show it, and as the route answers until it has its own. */
export const sampleOf = ({ one }: OperationNames) => ({
  uuid: '3f1c2a52-6f0e-4d0b-9a58-0f6f3f2b7c11',
  name: toSentence(one),
})

/** Adds examples of the item and of the list: each kind once, so that every table of tests has its rows. */
export function addOperationExamples(draft: Draft, names: OperationNames, rule: string): void {
  const { many, one } = names
  const item = sampleOf(names)
  const list = { status: true, statusCode: 200, result: [item] }
  const { uuid, name } = item
  const a = withArticle(one)
  addExamples(draft, toKebab(one), [
    { name: `valid/${toKebab(one)}`, says: `${capital(a)} as it is sent.`, rule, value: item },
    unknownField(item, one),
    lacking('uuid', { says: `${capital(a)} has an identifier.`, rule, value: { name } }),
    lacking('name', { says: `${capital(a)} has a name.`, rule, value: { uuid } }),
  ])
  addExamples(draft, `${toKebab(one)}-list`, [
    {
      name: `valid/no-${toKebab(many)}`,
      says: 'The list may be empty.',
      rule,
      value: { ...list, result: [] },
    },
    {
      name: `valid/one-${toKebab(one)}`,
      says: 'The envelope carries an array.',
      rule,
      value: list,
    },
    unknownField(list, ['envelope']),
    {
      name: 'invalid/bare-array',
      says: 'The list comes in an envelope.',
      rule,
      fails: { path: '', keyword: 'type' },
      value: [item],
    },
    lacking('result', {
      says: 'The envelope carries a list.',
      rule,
      value: { status: true, statusCode: 200 },
    }),
    {
      name: 'unparseable/truncated',
      says: 'The body broke off.',
      rule,
      value: '{"status":true,"statusCode":200,"result":[',
    },
  ])
}

const unknownField = (value: object, what: readonly string[]): NewExample => ({
  name: 'tolerated/unknown-field',
  says: `A field of the ${what.join(' ')} that a reader does not know is skipped.`,
  rule: 'D-026',
  fails: { path: '/fieldOfTomorrow', keyword: 'additionalProperties' },
  value: { ...value, fieldOfTomorrow: null },
})

const lacking = (field: string, given: Omit<NewExample, 'name' | 'fails'>): NewExample => ({
  name: `invalid/without-${field}`,
  fails: { path: `/${field}`, keyword: 'required' },
  ...given,
})

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)
