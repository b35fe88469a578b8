import { parse } from 'yaml'
import {
  type Draft,
  fill,
  type NewExample,
  truncated,
  type Values,
  withUnknownField,
} from './draft.ts'
import { addEntry, insertBefore, placeInOrder } from './edit-text.ts'
import type { Kind, OperationNames } from './name-operation.ts'
import { errors, refusalsOf, responseName, statuses } from './operation-kinds.ts'
import { type Item, newItem, type OperationValues } from './operation-values.ts'
import { toCamel, toKebab, toPascal, toWords, withArticle } from './words.ts'

const anyText = 'abc'

/** Adds the operation to the document, with its decision, parameters and errors. */
export function addToDocument(
  draft: Draft,
  {
    names,
    values,
    isNewPath,
  }: { names: OperationNames; values: OperationValues; isNewPath: boolean },
): void {
  const { kind, keys, query, path } = names
  const refused = refusalsOf(kind, keys)
  const parameter = (name: string, own: Values) =>
    fill('operation/parameter.yaml', { ...values, ...own, name })
  const ofPath = { place: 'path', required: 'true', schema: 'uuid', example: newItem.uuid }
  const ofQuery = { place: 'query', required: 'false', example: anyText }
  const parameters = [
    ...keys.map((name) => parameter(name, ofPath)),
    ...query.map((name) => parameter(name, { ...ofQuery, schema: addQuery(draft, name, values) })),
  ].join('')
  const method = fill('operation/method.yaml', {
    ...values,
    parameters: parameters && `  parameters:\n${indent(parameters, 4)}`,
    requestBody: kind === 'create' ? indent(fill('operation/request-body.yaml', values), 2) : '',
    refusals: refused
      .map((one) => `    "${one}": { $ref: "#/components/responses/${responseName(one)}" }\n`)
      .join(''),
  })
  draft.change('specs/openapi.yaml', (text) => {
    const document = parse(text)
    const { Tag, decision } = values
    const hasTag = document.tags.some(({ name }: { name: string }) => name === Tag)
    const before = placeInOrder(text, ['tags'], { key: 'name', value: Tag })
    const tag = { path: ['tags'], entry: fill('operation/tag.yaml', values), before }
    const tagged = hasTag ? text : addEntry(text, tag)
    const entry = `${path}:\n  x-decision: ${decision}\n${indent(method, 2)}`
    const added = isNewPath
      ? addEntry(tagged, { path: ['paths'], entry })
      : addEntry(tagged, { path: ['paths', path], entry: method })
    return refused
      .filter((one) => !Object.hasOwn(document.components.responses, responseName(one)))
      .reduce((so, one) => addRefusal(draft, so, { status: one, values }), added)
  })
  draft.change('specs/redocly.yaml', (text) => allowVerb(text, names.verb))
  const folder = 'specs/decisions'
  if (isNewPath) {
    const record = `${folder}/${values.decision}-${values.file}.md`
    draft.addAll({ [record]: 'operation/decision.md' }, values)
    return
  }
  const record = draft.decisionFile(values.decision)
  draft.change(record, (text) =>
    insertBefore(
      text,
      /^\*\*How to change it\.\*\*/m,
      `**${values.title}.** TODO: Say ${values.choice}.\n\n`,
    ),
  )
}

/** The rules with one more verb that an operationId may begin with. */
function allowVerb(text: string, verb: string): string {
  const [list = ''] = /(?<=rule\/operation-id:[\s\S]*?"\/\^\()[^)]*(?=\))/.exec(text) ?? []
  if (list === '') throw new Error('redocly.yaml has no list of verbs in rule/operation-id.')
  return list.split('|').includes(verb) ? text : text.replace(list, `${list}|${verb}`)
}

/** Adds the schema of a query parameter. Returns its name. */
function addQuery(draft: Draft, name: string, values: OperationValues): string {
  const words = [...values.thing.split(' '), ...toWords(name)]
  const schema = toKebab(words)
  const texts = { ...values, name, Title: toPascal(words) }
  draft.addAll({ [`specs/schemas/${schema}.yaml`]: 'operation/query.yaml' }, texts)
  draft.addExamples(schema, values.decision, [
    { name: 'valid/any-text', says: 'Any text is valid.', value: anyText },
    {
      name: 'tolerated/empty',
      says: 'The text must not be empty.',
      fails: ['', 'minLength'],
      value: '',
    },
    {
      name: 'invalid/is-number',
      says: 'A parameter must be text, not a number.',
      fails: ['', 'type'],
      unusable: 'A query is text. Code that reads it as text fails on anything else.',
      value: 1,
    },
  ])
  return schema
}

/** The document with one more shared response. Adds its example if there is none. */
function addRefusal(
  draft: Draft,
  text: string,
  { status, values }: { status: number; values: OperationValues },
): string {
  const { code = '', message = '', says = '' } = errors[status] ?? {}
  const kebab = toKebab(toWords(code))
  const error = { code, message, requestId: 'req_01JD4Z0N7W8Q5T2M3K9X6B1C4V' }
  const rule = `[${values.decision}, D-016]`
  addExample(draft, {
    ...{ schema: 'error-response', name: kebab, rule },
    says: `The envelope of a ${status} is valid.`,
    value: { status: false, statusCode: status, error },
  })
  addExample(draft, {
    ...{ schema: 'error-code', name: kebab, rule, value: code },
    says: `This contract names ${code}.`,
  })
  draft.change('specs/schemas/error-code.yaml', (schema) =>
    schema.replace(/enum:\s*\[([^\]]*)\]/, (list, codes: string) => {
      const known: readonly string[] = codes.match(/\w+/g) ?? []
      return known.includes(code) ? list : `enum: [${[...known, code].join(', ')}]`
    }),
  )
  const names = { name: responseName(status), example: toCamel(toWords(code)), kebab }
  const entry = fill('operation/refusal.yaml', {
    ...values,
    ...names,
    says,
    summary: message.replace(/\.$/, ''),
  })
  return addEntry(text, { path: ['components', 'responses'], entry })
}

type ValidExample = { schema: string; name: string; says: string; rule: string; value: unknown }

/** Adds one more valid example of a schema, unless there is one of this name. */
function addExample(draft: Draft, { schema, name, says, rule, value }: ValidExample): void {
  const folder = `specs/examples/${schema}`
  const file = `${folder}/valid/${name}.json`
  if (draft.has(file)) return
  draft.add(file, `${JSON.stringify(value, null, 2)}\n`)
  const entry = `valid/${name}:\n  says: ${says}\n  rule: ${rule}\n`
  draft.change(`${folder}/cases.yaml`, (text) => addEntry(text, { path: [], entry }))
}

/** Adds the schemas of its bodies, with their examples. */
export function addSchemas(
  draft: Draft,
  {
    kind,
    values,
    item,
    isKnown,
  }: { kind: Kind; values: OperationValues; item: Item; isKnown: boolean },
): void {
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
      lacking('uuid', `${a} has an identifier.`, item, 'Without it, a program cannot refer to it.'),
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
  const head = { status: true, statusCode: statuses[kind] }
  const full = { ...head, result: isList ? [item] : item }
  schema(envelope, isList ? 'thing-list' : 'response')
  draft.addExamples(envelope, decision, [
    ...(isList
      ? [
          {
            name: `valid/no-${things}`,
            says: 'The list may be empty.',
            value: { ...head, result: [] },
          },
        ]
      : []),
    {
      name: `valid/one-${kebab}`,
      says: `The envelope carries ${isList ? 'an array' : `the ${thing}`}.`,
      value: full,
    },
    withUnknownField('envelope', full),
    {
      name: 'invalid/without-envelope',
      says: `The ${isList ? 'list' : thing} comes in an envelope.`,
      fails: ['', 'type'],
      unusable: `Only an object has a result in which to find the ${isList ? 'list' : thing}.`,
      value: [item],
    },
    lacking(
      'result',
      `The envelope carries ${isList ? 'a list' : `the ${thing}`}.`,
      full,
      `The ${isList ? 'list' : thing} is all that the envelope is for.`,
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

const indent = (text: string, by: number) => text.replaceAll(/^(?=.)/gm, ' '.repeat(by))
