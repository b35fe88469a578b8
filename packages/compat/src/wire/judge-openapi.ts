import { levels } from '../finding.ts'
import { judgeSpelling } from './judge-spelling.ts'
import {
  advice,
  bindingSender,
  type Judge,
  type Judgement,
  major,
  minor,
  patch,
  type Scene,
} from './judgement.ts'
import type { RedoclyChange } from './redocly-change.ts'

/** What is exchanged around a body: headers, parameters, bodies, media types, responses, operations. */
export const judgeOpenApi: Judge = (change, scene) => {
  const { keys, use } = scene
  const isSent = use.direction === 'sends'
  const name = nameIn(change) ?? keys.at(-1) ?? ''
  const { property, kind } = change
  switch (change.typeName) {
    case 'Root':
      return property === 'jsonSchemaDialect' ? judgeDialect(change) : undefined
    case 'Header':
    case 'Parameter':
      return judgeSpelling(change, scene) ?? judgePart(change, { name, isSent })
    case 'ParameterList':
      return judgeParameters(change, scene)
    case 'RequestBody':
      if (kind !== 'modified') return judgePart(change, { name: 'the body', isSent })
      return property === 'required' ? judgePart(change, { name: 'the body', isSent }) : undefined
    case 'MediaType':
      if (kind === 'added') return minor('content-type-added', `\`${name}\` is new`)
      return kind === 'removed' || property === 'key'
        ? major('content-type-changed', `the content type ${renamed(change, name)}`)
        : undefined
    case 'Response':
      if (kind === 'added')
        return minor(
          'response-added',
          `the response ${name} is new`,
          'Handle it, or treat it as unexpected.',
        )
      return kind === 'removed' || property === 'key'
        ? major('response-removed', `the response ${renamed(change, name)}`)
        : undefined
    case 'PathItem':
    case 'Operation':
      if (kind === 'added') return minor('operation-added', `\`${name}\` is new`)
      if (kind === 'removed' || property === 'key') {
        return major('operation-removed', `\`${name}\` ${renamed(change, 'it')}`)
      }
      if (property === 'deprecated') {
        return minor('deprecated', 'the operation is deprecated', 'Move to what replaces it.')
      }
      if (property === 'operationId') return undefined
      return /^(summary|description|tags|externalDocs|x-.*)$/.test(property ?? '')
        ? patch('text-changed', `\`${property}\` changed`)
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

function judgeDialect({ base, revision }: RedoclyChange): Judgement | undefined {
  return [base, revision].every((end) => sameDialects.some((dialect) => dialect === end?.value))
    ? patch('text-changed', 'the dialect of the schemas is written out')
    : undefined
}

/** A whole list came or went: each parameter of it did. */
function judgeParameters(change: RedoclyChange, { keys, from, to, use }: Scene) {
  const document = change.kind === 'removed' ? from : to
  const list = document.at(keys)?.value
  const judgements = (Array.isArray(list) ? list : []).map((_, index) => {
    const value = document.at([...keys, String(index)])?.value
    const part = { ...change, base: { ...nowhere, value }, revision: { ...nowhere, value } }
    const name = nameIn(part) ?? String(index)
    return judgePart(part, { name, isSent: use.direction === 'sends' })
  })
  const rank = (one: Judgement | undefined) => levels.indexOf(one?.level ?? 'none')
  return judgements.toSorted((one, other) => rank(other) - rank(one))[0]
}

const nowhere = { file: '', pointer: '' }

/** A part that is there or not, and must be there or not: a header, a parameter, a body. */
function judgePart(
  change: RedoclyChange,
  { name, isSent }: { name: string; isSent: boolean },
): Judgement | undefined {
  const { kind, property, base, revision } = change
  if (kind === 'removed') return major('part-removed', `${quote(name)} is gone`)
  const isRequired = kind === 'added' ? isRequiredIn(revision?.value) : revision?.value === true
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
    if ((base?.value === true) === isRequired)
      return patch('text-changed', '`required` is written out')
    const message = `${quote(name)} is ${isRequired ? 'now' : 'no longer'} required`
    return isRequired === isSent
      ? isSent
        ? bindingSender(minor('part-made-required', message, advice.sendFirst))
        : minor('part-made-optional', message, advice.callers)
      : major(isRequired ? 'part-made-required' : 'part-made-optional', message)
  }
  if (property === 'deprecated') return minor('deprecated', `${quote(name)} is deprecated`)
  if (['key', 'name', 'in', 'style', 'explode', 'content'].includes(property ?? '')) {
    return major('part-changed', `${quote(name)} ${renamed(change, 'changed')}`)
  }
  return undefined
}

function isRequiredIn(value: unknown): boolean {
  return (value as { required?: unknown } | undefined)?.required === true
}

function nameIn({ base, revision }: RedoclyChange): string | undefined {
  const value = (revision?.value ?? base?.value) as { name?: unknown } | undefined
  return typeof value?.name === 'string' ? value.name : undefined
}

function renamed({ property, base, revision }: RedoclyChange, name: string): string {
  if (property === undefined) return `${name} is gone`
  return `went from \`${String(base?.value)}\` to \`${String(revision?.value)}\``
}

function quote(name: string): string {
  return name.includes(' ') ? name : `\`${name}\``
}
