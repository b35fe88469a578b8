import { takeName } from './bundle/names.ts'
import {
  compareText,
  isObject,
  mapValues,
  memberOf,
  nameOfRef,
  objectOf,
  reachedFrom,
  refOf,
} from './json.ts'
import type { Body, Contract, JsonSchema, NamedSchema } from './model.ts'
import { methods } from './openapi/terms.ts'
import { mapSubschemas, subschemasOf } from './schema/subschemas.ts'

/** What a request leaves out, and what a response leaves out. @see OpenAPI 3.0.4, 4.7.24.1 */
const sides = [
  { suffix: 'Request', mark: 'readOnly' },
  { suffix: 'Response', mark: 'writeOnly' },
] as const

type Side = (typeof sides)[number]

/**
 * The contract with a form for requests of each schema that has `readOnly` properties, without them, and one for
 * responses of each that has `writeOnly` properties, where an operation uses them. The schema itself stays whole.
 */
export function splitForms(contract: Contract): Contract {
  return sides.reduce(splitSide, contract)
}

function splitSide(contract: Contract, side: Side): Contract {
  const byName = new Map(contract.schemas.map((named) => [named.name, named.schema]))
  const marked = namesWithMark(byName, side)
  if (marked.size === 0) return contract
  const taken = new Set(byName.keys())
  const forms = new Map<string, string>()
  const formOf = (name: string) => {
    if (!marked.has(name)) return name
    const form = forms.get(name) ?? takeName(`${name}${side.suffix}`, taken)
    forms.set(name, form)
    return form
  }
  const reduce = (schema: JsonSchema) => withoutMarked(schema, { byName, side, formOf })
  const rewrite = (body: unknown) => mapContent(body, reduce)
  const isRequest = side.suffix === 'Request'
  const section = isRequest ? 'requestBodies' : 'responses'
  const rewriteOperation = (operation: unknown) => {
    if (!isObject(operation)) return operation
    return mapValues(operation, (value, key) => {
      if (isRequest && key === 'requestBody') return rewrite(value)
      return !isRequest && key === 'responses' && isObject(value)
        ? mapValues(value, rewrite)
        : value
    })
  }
  const isMethod = (key: string) => (methods as readonly string[]).includes(key)
  const { components, paths } = contract.parts
  const parts = {
    ...contract.parts,
    paths: mapValues(paths, (item) =>
      mapValues(item, (value, key) => (isMethod(key) ? rewriteOperation(value) : value)),
    ) as typeof paths,
    components: {
      ...components,
      ...(components[section] && { [section]: mapValues(components[section], rewrite) }),
    },
  }
  const withForm = <T extends Body>(body: T): T => ({ ...body, schema: formOf(body.schema) })
  const operations = contract.operations.map((operation) => {
    const { requestBody, responses } = operation
    if (isRequest) return { ...operation, requestBody: requestBody && withForm(requestBody) }
    const split = responses.map((one) => ({ ...one, body: one.body && withForm(one.body) }))
    return { ...operation, responses: split }
  })
  // A form may use others: the map grows while its entries are read.
  const added: NamedSchema[] = []
  const wholes = new Map(contract.schemas.map((one) => [one.name, one]))
  for (const [name, form] of forms) {
    const whole = wholes.get(name)
    if (whole)
      added.push({ ...whole, name: form, schema: reduce(whole.schema), isMessagePayload: false })
  }
  const schemas = [...contract.schemas, ...added].toSorted((a, b) => compareText(a.name, b.name))
  return { ...contract, schemas, operations, parts }
}

/** The schemas that have a marked property, or use one that has. */
function namesWithMark(byName: ReadonlyMap<string, JsonSchema>, { mark }: Side): Set<string> {
  const found = new Set<string>()
  const users = new Map<string, Set<string>>()
  const visit = (name: string, schema: JsonSchema): void => {
    if (!isObject(schema)) return
    for (const property of Object.values(objectOf(schema.properties)))
      if (isMarked(property, mark, byName)) found.add(name)
    const target = refOf(schema)
    if (target !== undefined) users.set(target, (users.get(target) ?? new Set()).add(name))
    for (const { schema: inner } of subschemasOf(schema)) visit(name, inner)
  }
  for (const [name, schema] of byName) visit(name, schema)
  return reachedFrom(found, users)
}

function isMarked(
  schema: unknown,
  mark: Side['mark'],
  byName: ReadonlyMap<string, JsonSchema>,
): boolean {
  const target = byName.get(refOf(schema) ?? '')
  return [schema, target].some((one) => isObject(one) && one[mark] === true)
}

interface Reduction {
  byName: ReadonlyMap<string, JsonSchema>
  side: Side
  /** The name of the form of a schema. */
  formOf: (name: string) => string
}

function withoutMarked(schema: JsonSchema, reduction: Reduction): JsonSchema {
  if (!isObject(schema)) return schema
  const { byName, side, formOf } = reduction
  const properties = objectOf(schema.properties)
  const isGone = (name: unknown) => isMarked(memberOf(properties, String(name)), side.mark, byName)
  return mapValues(schema, (value, keyword) => {
    if (keyword === '$ref') return `#/components/schemas/${formOf(nameOfRef(String(value)))}`
    if (keyword === 'required' && Array.isArray(value)) return value.filter((name) => !isGone(name))
    const rest =
      keyword === 'properties' && isObject(value)
        ? Object.fromEntries(Object.entries(value).filter(([name]) => !isGone(name)))
        : value
    return mapSubschemas(keyword, rest, (inner) => withoutMarked(inner, reduction))
  })
}

/** A body or a response with the schemas of its content mapped. */
function mapContent(body: unknown, map: (schema: JsonSchema) => JsonSchema): unknown {
  if (!isObject(body) || !isObject(body.content)) return body
  const content = mapValues(body.content, (mediaType) =>
    isObject(mediaType) && mediaType.schema !== undefined
      ? { ...mediaType, schema: map(mediaType.schema as JsonSchema) }
      : mediaType,
  )
  return { ...body, content }
}
