import { type Change, type Judge, type Said, went } from './judgement.ts'

/** What is exchanged around a body: headers, parameters, bodies, media types, responses, operations. */
export const judgeOpenApi: Judge = (change, { use }) => {
  const isSent = use.direction === 'sends'
  const { type, property, kind, keys } = change
  const name = nameIn(change) ?? keys.at(-1) ?? ''
  const [isAdded, isRemoved] = [kind === 'added', kind === 'removed']
  switch (type) {
    case 'Root':
      return property === 'jsonSchemaDialect' ? judgeDialect(change) : undefined
    case 'Header':
    case 'Parameter':
      return judgeSpelling(change) ?? judgePart(change, { name: `\`${name}\``, isSent })
    case 'RequestBody':
      return kind !== 'modified' || property === 'required'
        ? judgePart(change, { name: 'the body', isSent })
        : undefined
    case 'MediaType':
      if (isRemoved) return ['content-type-removed', `the content type \`${name}\` is gone`]
      return isAdded ? judgeMediaType(change, { name, isSent }) : undefined
    case 'Response': {
      const todo = /^2/.test(name)
        ? 'Risky: a caller that treats every 2xx as the success that it knows will misread this one. Announce it first.'
        : 'Handle it, or treat it as unexpected.'
      if (isAdded) return ['response-added', `the response ${name} is new`, { todo }]
      return isRemoved ? ['response-removed', `the response ${name} is gone`] : undefined
    }
    case 'PathItem':
    case 'Operation':
      if (isAdded) return ['operation-added', `\`${name}\` is new`]
      if (isRemoved) return ['operation-removed', `\`${name}\` is gone`]
      if (property === 'deprecated')
        return ['deprecated', 'the operation is deprecated', { todo: 'Move to what replaces it.' }]
      return property === 'operationId'
        ? ['operation-id-changed', `the id of the operation ${went(change)}`]
        : undefined
    default:
      return undefined
  }
}

const sameDialects: unknown[] = [
  undefined,
  'https://json-schema.org/draft/2020-12/schema',
  'https://spec.openapis.org/oas/3.1/dialect/base',
]

const judgeDialect = ({ before, after }: Change): Said | undefined =>
  [before, after].every((end) => sameDialects.includes(end?.value))
    ? ['text-changed', 'the dialect of the schemas is written out']
    : undefined

type Part = { name: string; isSent: boolean }

/** The first content type that is named may limit what is read. */
function judgeMediaType({ holders }: Change, { name, isSent }: Part): Said {
  const isFirst = Object.keys(Object(holders.from.child('content')?.value)).length === 0
  return isFirst && !isSent
    ? ['content-type-changed', `only \`${name}\` is read now; before, any content type was`]
    : ['content-type-added', `\`${name}\` is new`]
}

/** A part that is optional or required: a header, a parameter, a body. */
function judgePart(change: Change, { name, isSent }: Part): Said | undefined {
  const { kind, property, before, after } = change
  if (kind === 'removed') return ['part-removed', `${name} is gone`]
  if (kind === 'added') {
    if (Object(after?.value).required !== true) return ['part-added', `${name} is new`]
    return isSent
      ? ['part-added', `${name} is new`, { grade: 'sendFirst' }]
      : ['required-part-added', `${name} is new and required`]
  }
  if (property === 'deprecated') return ['deprecated', `${name} is deprecated`]
  if (property === 'required') {
    const [old, isRequired] = [before?.value === true, after?.value === true]
    if (old === isRequired) return ['text-changed', '`required` is written out']
    return isRequired
      ? ['part-made-required', `${name} is now required`]
      : ['part-made-optional', `${name} is no longer required`]
  }
  return ['style', 'explode', 'content'].includes(property ?? '')
    ? ['part-changed', `${name} changed its \`${property}\``]
    : undefined
}

/** The name that a parameter states, because its key is only a number. */
function nameIn({ type, kind, holders, before, after }: Change): string | undefined {
  if (type !== 'Parameter') return undefined
  const value = kind === 'modified' ? holders.to.node.value : (after?.value ?? before?.value)
  const { name } = Object(value)
  return typeof name === 'string' ? name : undefined
}

/** The same header or parameter, spelt in another way: its name in another case, a default written out. */
function judgeSpelling({ type, property, holders }: Change): Said | undefined {
  if (property === 'key' && type === 'Header')
    return ['text-changed', 'header names are case-insensitive']
  if (property !== 'style' && property !== 'explode') return undefined
  const [old, fresh] = [holders.from, holders.to].map(({ node }) => {
    const part = node.value as { in?: string; style?: string; explode?: boolean }
    const style = part.style ?? (part.in === 'query' || part.in === 'cookie' ? 'form' : 'simple')
    return property === 'style' ? style : (part.explode ?? style === 'form')
  })
  return old === fresh ? ['text-changed', `\`${property}\` is written out`] : undefined
}
