import { type Draft, type NewExample, truncated, withUnknownField } from './draft.ts'
import { statuses } from './operation-kinds.ts'
import type { Operation } from './operation-values.ts'
import { withArticle } from './words.ts'

export function addSchemas(draft: Draft, { names, values, item }: Operation): void {
  const { kind, isKnown } = names
  const { decision, thing, envelope } = values
  const [kebab, things] = [values['thing-kebab'], values['things-kebab']]
  const schema = (name: string, template: string) =>
    draft.addAll({ [`specs/schemas/${name}.yaml`]: `operation/${template}.yaml` }, values)
  // One example of each kind, so that every test table has rows.
  const a = withArticle(thing.split(' '))
  if (!isKnown) {
    schema(kebab, 'thing')
    draft.addExamples(kebab, decision, [
      { name: `valid/${kebab}`, says: `${a} as it is sent.`, value: item },
      withUnknownField(thing, item),
      lacking(
        'uuid',
        `${a} has an identifier.`,
        item,
        `Without an identifier, a program cannot refer to the ${thing}.`,
      ),
      lacking('name', `${a} has a name.`, item, 'Without it, a program has nothing to show.'),
    ])
  }
  if (kind === 'create') {
    const { uuid: _, ...input } = item
    schema(`new-${kebab}`, 'new-thing')
    draft.addExamples(`new-${kebab}`, decision, [
      { name: `valid/new-${kebab}`, says: `A new ${thing} as it is sent.`, value: input },
      withUnknownField(`new ${thing}`, input),
      lacking('name', `A new ${thing} has a name.`, input, 'Without it, nothing can be created.'),
    ])
  }
  const isList = kind === 'list'
  const carried = isList ? 'list' : thing
  const head = { status: true, statusCode: statuses[kind] }
  const full = { ...head, result: isList ? [item] : item }
  const empty = {
    name: `valid/no-${things}`,
    says: 'The list may be empty.',
    value: { ...head, result: [] },
  }
  schema(envelope, isList ? 'thing-list' : 'response')
  draft.addExamples(envelope, decision, [
    ...(isList ? [empty] : []),
    {
      name: `valid/one-${kebab}`,
      says: `The envelope carries ${isList ? 'an array' : `the ${thing}`}.`,
      value: full,
    },
    withUnknownField('envelope', full),
    {
      name: 'invalid/without-envelope',
      says: `The ${carried} comes in an envelope.`,
      fails: ['', 'type'],
      unusable: `Only an object can have the field result, with the ${carried}.`,
      value: [item],
    },
    lacking(
      'result',
      `The envelope carries ${isList ? 'a list' : `the ${thing}`}.`,
      full,
      `Without the ${carried}, the envelope carries nothing.`,
    ),
    truncated(`{"status":true,"statusCode":${statuses[kind]},"result":`),
  ])
}

const lacking = (field: string, says: string, value: object, unusable: string): NewExample => ({
  name: `invalid/without-${field}`,
  says,
  unusable,
  fails: [`/${field}`, 'required'],
  value: Object.fromEntries(Object.entries(value).filter(([name]) => name !== field)),
})
