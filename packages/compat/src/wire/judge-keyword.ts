import type { Change } from './change.ts'
import { advice, type Judgement, major, minor, patch } from './judgement.ts'

const lowerBounds = new Set([
  'exclusiveMinimum',
  'minContains',
  'minItems',
  'minLength',
  'minProperties',
  'minimum',
])
const upperBounds = new Set([
  'exclusiveMaximum',
  'maxContains',
  'maxItems',
  'maxLength',
  'maxProperties',
  'maximum',
])
const rules = new Set([
  ...lowerBounds,
  ...upperBounds,
  'format',
  'multipleOf',
  'pattern',
  'uniqueItems',
])

/** The defaults of keywords; `exclusiveMaximum` is a boolean in OpenAPI 3.0. */
const absent: { readonly [keyword: string]: readonly unknown[] } = {
  exclusiveMaximum: [undefined, false],
  exclusiveMinimum: [undefined, false],
  minContains: [undefined, 1],
  minItems: [undefined, 0],
  minLength: [undefined, 0],
  minProperties: [undefined, 0],
  nullable: [undefined, false],
  readOnly: [undefined, false],
  uniqueItems: [undefined, false],
  writeOnly: [undefined, false],
}

/** A keyword without a schema in it changed its value. */
export function judgeKeyword(
  change: Change,
  { property, isSent }: { property: string; isSent: boolean },
): Judgement | undefined {
  const [before, after] = [change.before?.value, change.after?.value]
  const what = `\`${property}\` went from ${show(before)} to ${show(after)}`
  if ([before, after].every((value) => absent[property]?.includes(value))) {
    return patch('text-changed', `\`${property}\` says what holds without it`)
  }
  if (property === 'type' || property === 'nullable') {
    const isWider = property === 'type' ? isWiderType(before, after) : after === true
    return isWider && !isSent
      ? minor('type-widened', what, advice.callers)
      : major('type-changed', what)
  }
  if (property === 'default') {
    return isSent ? patch('default-changed', what) : major('default-changed', what)
  }
  if (property === 'readOnly' || property === 'writeOnly') {
    // The mark forbids one way; on the other it says nothing.
    if ((property === 'writeOnly') !== isSent) return patch('text-changed', what)
    return after === true ? major('field-forbidden', what) : minor('field-added', what)
  }
  if (!rules.has(property)) return undefined
  const isLooser = isLooserRule(property, before, after)
  if (isLooser && !isSent) return minor('format-loosened', what, advice.callers)
  return major(isLooser ? 'format-loosened' : 'format-changed', what)
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
  if (absent[property]?.includes(after) || after === undefined) return true
  if (typeof before !== 'number' || typeof after !== 'number') return false
  if (property === 'multipleOf') {
    return Number.isInteger(before) && Number.isInteger(after) && before % after === 0
  }
  return (
    (lowerBounds.has(property) && after < before) || (upperBounds.has(property) && after > before)
  )
}

function show(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}
