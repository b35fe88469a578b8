import type { Change } from './change.ts'
import {
  advice,
  bindingSender,
  type Judge,
  type Judgement,
  major,
  minor,
  patch,
} from './judgement.ts'

/** What is exchanged around a body: headers, parameters, bodies, media types, responses, operations. */
export const judgeOpenApi: Judge = (change, scene) => {
  const { keys, use } = scene
  const isSent = use.direction === 'sends'
  const name = nameIn(change) ?? keys.at(-1) ?? ''
  const { property, kind } = change
  switch (change.type) {
    case 'Root':
      return property === 'jsonSchemaDialect' ? judgeDialect(change) : undefined
    case 'Header':
    case 'Parameter':
      return judgeSpelling(change, scene) ?? judgePart(change, { name, isSent })
    case 'RequestBody':
      if (kind !== 'modified') return judgePart(change, { name: 'the body', isSent })
      return property === 'required' ? judgePart(change, { name: 'the body', isSent }) : undefined
    case 'MediaType':
      if (kind === 'added') return judgeMediaType(change, { name, isSent })
      return kind === 'removed'
        ? major('content-type-removed', `the content type \`${name}\` is gone`)
        : undefined
    case 'Response':
      if (kind === 'added')
        return minor(
          'response-added',
          `the response ${name} is new`,
          'Handle it, or treat it as unexpected.',
        )
      return kind === 'removed'
        ? major('response-removed', `the response ${name} is gone`)
        : undefined
    case 'PathItem':
    case 'Operation':
      if (kind === 'added') return minor('operation-added', `\`${name}\` is new`)
      if (kind === 'removed') return major('operation-removed', `\`${name}\` is gone`)
      if (property === 'deprecated') {
        return minor('deprecated', 'the operation is deprecated', 'Move to what replaces it.')
      }
      return property === 'operationId'
        ? major('operation-id-changed', `the id of the operation ${went(change)}`)
        : undefined
    default:
      return undefined
  }
}

const sameDialects = [
  undefined,
  'https://json-schema.org/draft/2020-12/schema',
  'https://spec.openapis.org/oas/3.1/dialect/base',
]

function judgeDialect({ before, after }: Change): Judgement | undefined {
  return [before, after].every((end) => sameDialects.some((dialect) => dialect === end?.value))
    ? patch('text-changed', 'the dialect of the schemas is written out')
    : undefined
}

/** The first content type that is named may limit what is read. */
function judgeMediaType(
  { holders }: Change,
  { name, isSent }: { name: string; isSent: boolean },
): Judgement {
  const isFirst = Object.keys((holders.from.child('content')?.value ?? {}) as object).length === 0
  return isFirst && !isSent
    ? major('content-type-changed', `only \`${name}\` is read now, not any content type`)
    : minor('content-type-added', `\`${name}\` is new`)
}

/** A part that is there or not, and must be there or not: a header, a parameter, a body. */
function judgePart(
  change: Change,
  { name, isSent }: { name: string; isSent: boolean },
): Judgement | undefined {
  const { kind, property, before, after } = change
  if (kind === 'removed') return major('part-removed', `${quote(name)} is gone`)
  const isRequired = kind === 'added' ? isRequiredIn(after?.value) : after?.value === true
  if (kind === 'added') {
    const message = `${quote(name)} is new`
    if (isSent) {
      return isRequired
        ? bindingSender(minor('part-added', message, advice.sendFirst))
        : minor('part-added', message)
    }
    return isRequired
      ? major('required-part-added', `${quote(name)} is new and required`)
      : minor('part-added', `${quote(name)} is new`, advice.callers)
  }
  if (property === 'required') {
    if ((before?.value === true) === isRequired)
      return patch('text-changed', '`required` is written out')
    const message = `${quote(name)} is ${isRequired ? 'now' : 'no longer'} required`
    return isRequired === isSent
      ? isSent
        ? bindingSender(minor('part-made-required', message, advice.sendFirst))
        : minor('part-made-optional', message, advice.callers)
      : major(isRequired ? 'part-made-required' : 'part-made-optional', message)
  }
  if (property === 'deprecated') return minor('deprecated', `${quote(name)} is deprecated`)
  return ['style', 'explode', 'content'].includes(property ?? '')
    ? major('part-changed', `${quote(name)} changed its \`${property}\``)
    : undefined
}

function went({ before, after }: Change): string {
  return `went from \`${String(before?.value)}\` to \`${String(after?.value)}\``
}

function isRequiredIn(value: unknown): boolean {
  return (value as { required?: unknown } | undefined)?.required === true
}

/** The name that a parameter states, because its key is only a number. */
function nameIn({ type, kind, holders, before, after }: Change): string | undefined {
  if (type !== 'Parameter') return undefined
  const value = kind === 'modified' ? holders.to.node.value : (after?.value ?? before?.value)
  const { name } = value as { name?: unknown }
  return typeof name === 'string' ? name : undefined
}

function quote(name: string): string {
  return name.includes(' ') ? name : `\`${name}\``
}

/** The same header or parameter, spelt in another way: its name in another case, a default written out. */
const judgeSpelling: Judge = ({ type, property, holders }, _) => {
  if (property === 'key' && type === 'Header') {
    return patch('text-changed', 'header names are case-insensitive')
  }
  if (property !== 'style' && property !== 'explode') return undefined
  const [old, fresh] = [holders.from, holders.to].map(({ node }) => {
    const part = node.value as {
      in?: string
      style?: string
      explode?: boolean
    }
    const style = part.style ?? (part.in === 'query' || part.in === 'cookie' ? 'form' : 'simple')
    return property === 'style' ? style : (part.explode ?? style === 'form')
  })
  return old === fresh ? patch('text-changed', `\`${property}\` is written out`) : undefined
}
