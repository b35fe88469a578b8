import { parse } from 'yaml'
import { type Draft, fill, type Values } from './draft.ts'
import { addEntry, insertBefore, placeInOrder } from './edit-text.ts'
import { errorOf, explanations, refusalsOf, responseName } from './operation-kinds.ts'
import { newItem, type Operation, type OperationValues } from './operation-values.ts'
import { toCamel, toKebab, toPascal, toWords } from './words.ts'

const anyText = 'abc'

export function addToDocument(draft: Draft, { names, values }: Operation): void {
  const { kind, keys, query, path } = names
  const isNewPath = names.decision === undefined
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
    // The lint wants GET before POST.
    const first = values.method === 'get' ? firstMethod(document.paths[path]) : undefined
    const entry = `${path}:\n  x-decision: ${decision}\n${indent(method, 2)}`
    const added = isNewPath
      ? addEntry(tagged, { path: ['paths'], entry })
      : addEntry(tagged, { path: ['paths', path], entry: method, before: first })
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

/** The place of the first method in a path item that exists. */
const firstMethod = (item: object = {}) =>
  Object.keys(item).findIndex((key) => !key.startsWith('x-'))

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
  const file = `specs/schemas/${schema}.yaml`
  // Another operation on the same things may have it.
  if (draft.has(file)) return schema
  draft.addAll({ [file]: 'operation/query.yaml' }, { ...values, name, Title: toPascal(words) })
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
  const { code, message } = errorOf(status)
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
    says: `${code} is an error code of this contract.`,
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
    says: explanations[status] ?? '',
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

const indent = (text: string, by: number) => text.replaceAll(/^(?=.)/gm, ' '.repeat(by))
