import { type Change, type Said, went } from './judgement.ts'

/** Rules on values by keyword: which way a number must move to accept more. */
const rules: { readonly [keyword: string]: 'down' | 'up' | 'other' } = {
  ...{ exclusiveMinimum: 'down', minContains: 'down', minItems: 'down', minLength: 'down' },
  ...{ minProperties: 'down', minimum: 'down' },
  ...{ exclusiveMaximum: 'up', maxContains: 'up', maxItems: 'up', maxLength: 'up' },
  ...{ maxProperties: 'up', maximum: 'up' },
  ...{ format: 'other', multipleOf: 'other', pattern: 'other', uniqueItems: 'other' },
}

/** The defaults of keywords; `exclusiveMaximum` is a boolean in OpenAPI 3.0. */
const defaults: { readonly [keyword: string]: unknown } = {
  ...{ exclusiveMaximum: false, exclusiveMinimum: false, nullable: false, uniqueItems: false },
  ...{ readOnly: false, writeOnly: false },
  ...{ minContains: 1, minItems: 0, minLength: 0, minProperties: 0 },
}

const isAbsent = (property: string, value: unknown): boolean =>
  Object.hasOwn(defaults, property) && (value === undefined || value === defaults[property])

/** A keyword without a schema in it changed its value. */
export function judgeKeyword(change: Change, isSent: boolean): Said | undefined {
  const { property = '' } = change
  const [before, after] = [change.before?.value, change.after?.value]
  const what = `\`${property}\` ${went(change)}`
  if (isAbsent(property, before) && isAbsent(property, after))
    return ['text-changed', `\`${property}\` says what holds without it`]
  switch (property) {
    case 'type':
    case 'nullable': {
      const isWider = property === 'type' ? isWiderType(before, after) : after === true
      return [isWider && !isSent ? 'type-widened' : 'type-changed', what]
    }
    case 'default':
      return ['default-changed', what]
    case 'readOnly':
    case 'writeOnly':
      // The mark forbids one way; on the other it says nothing.
      if ((property === 'writeOnly') !== isSent) return ['text-changed', what]
      return [after === true ? 'field-forbidden' : 'field-added', what]
  }
  if (!Object.hasOwn(rules, property)) return undefined
  return [isLooserRule(property, before, after) ? 'format-loosened' : 'format-changed', what]
}

function isWiderType(before: unknown, after: unknown): boolean {
  if (before === undefined || after === undefined) return after === undefined
  const wide = [after].flat()
  return [before]
    .flat()
    .every((type) => wide.includes(type) || (type === 'integer' && wide.includes('number')))
}

function isLooserRule(property: string, before: unknown, after: unknown): boolean {
  if (property === 'minContains') return Number(after ?? 1) < Number(before ?? 1)
  if (isAbsent(property, after) || after === undefined) return true
  if (typeof before !== 'number' || typeof after !== 'number') return false
  if (property === 'multipleOf')
    return Number.isInteger(before) && Number.isInteger(after) && before % after === 0
  const way = rules[property]
  return way === 'down' ? after < before : way === 'up' && after > before
}
