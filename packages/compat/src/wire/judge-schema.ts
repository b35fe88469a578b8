import { judgeEnum } from './judge-enum.ts'
import {
  advice,
  bindingSender,
  type Judge,
  type Judgement,
  major,
  minor,
  patch,
} from './judgement.ts'
import type { RedoclyChange } from './redocly-change.ts'

const texts =
  /^(title|description|examples?|externalDocs|xml|\$comment|\$id|\$schema|x-(?!sender-only$).*)$/
const lowerBounds = new Set([
  'exclusiveMinimum',
  'minItems',
  'minLength',
  'minProperties',
  'minimum',
])
const upperBounds = new Set([
  'exclusiveMaximum',
  'maxItems',
  'maxLength',
  'maxProperties',
  'maximum',
])
const formats = new Set(['format', 'multipleOf', 'pattern', 'uniqueItems'])
const schemaTypes = new Set(['AllOf', 'AnyOf', 'OneOf', 'Schema', 'SchemaList', 'SchemaProperties'])
const conditions = new Set(['if', 'then', 'else', 'not'])

/** A change of a schema. What is sent may gain fields and members of open sets, and change nothing else. */
export const judgeSchema: Judge = (change, scene) => {
  const { keys, use } = scene
  if (!schemaTypes.has(change.typeName)) return undefined
  const property = change.property ?? ''
  if (change.kind === 'modified' && texts.test(property)) {
    return patch('text-changed', `\`${property}\` changed`)
  }
  if (property === 'deprecated') return minor('deprecated', 'it is deprecated', advice.callers)
  if (property === 'x-sender-only') {
    return bindingSender(
      major('sender-only-changed', 'the rule now binds, or no longer binds, those who read'),
    )
  }
  const condition = conditionIn(keys, change)
  if (condition !== undefined) {
    return bindingSender(major('condition-changed', `what \`${condition}\` says changed`))
  }
  const isSent = use.direction === 'sends'
  if (change.kind !== 'modified') return judgeStructure(change, { keys, isSent })
  if (property === 'enum') return judgeEnum(change, scene)
  if (property === 'required') return judgeRequired(change, isSent)
  return judgeKeyword(change, { property, isSent })
}

function conditionIn(keys: readonly string[], change: RedoclyChange): string | undefined {
  // `properties/if` is a field of that name, no keyword.
  const found = keys.findLast((key, index) => conditions.has(key) && !isName(keys, index))
  return found ?? (conditions.has(change.property ?? '') ? change.property : undefined)
}

function isName(keys: readonly string[], index: number): boolean {
  return keys[index - 1] === 'properties' && !isName(keys, index - 1)
}

function judgeStructure(
  { kind, typeName }: RedoclyChange,
  { keys, isSent }: { keys: readonly string[]; isSent: boolean },
): Judgement | undefined {
  const isAdded = kind === 'added'
  const name = keys.at(-1) ?? ''
  const parent = keys.at(-2)
  if (parent === 'properties' && typeName === 'Schema') {
    return isAdded
      ? minor(
          'field-added',
          `the field \`${name}\` is new`,
          isSent ? advice.readers : advice.callers,
        )
      : major('field-removed', `the field \`${name}\` is gone`)
  }
  const isAlternative = [name, parent].some((key) => key === 'anyOf' || key === 'oneOf')
  if (isAlternative) {
    return isAdded && !isSent
      ? minor('alternative-added', 'another form is accepted', advice.callers)
      : major(`alternative-${kind}`, isAdded ? 'another form may be sent' : 'a form is gone')
  }
  if (name === 'additionalProperties') return judgeOpenness(isAdded ? kind : true, isSent)
  if (typeName === 'SchemaProperties' && isAdded) {
    return minor('field-added', 'fields are described', isSent ? advice.readers : advice.callers)
  }
  if (isSent) return major(`rule-${kind}`, `\`${name}\` was ${kind}`)
  return isAdded
    ? major('rule-added', `\`${name}\` was added, which refuses what was accepted`)
    : minor('rule-removed', `\`${name}\` was removed, so more is accepted`, advice.callers)
}

function judgeRequired({ base, revision }: RedoclyChange, isSent: boolean): Judgement {
  const before = toList(base?.value)
  const after = toList(revision?.value)
  const lost = before.filter((name) => !after.includes(name))
  const gained = after.filter((name) => !before.includes(name))
  const optional = `no longer required: ${names(lost)}`
  const required = `now required: ${names(gained)}`
  if (lost.length + gained.length === 0)
    return patch('order-changed', 'the order of the list changed')
  if (isSent) {
    return lost.length > 0
      ? major('field-made-optional', optional)
      : bindingSender(minor('field-made-required', required, advice.sendFirst))
  }
  return gained.length > 0
    ? major('field-made-required', required)
    : minor('field-made-optional', optional, advice.callers)
}

function judgeKeyword(
  { base, revision }: RedoclyChange,
  { property, isSent }: { property: string; isSent: boolean },
): Judgement | undefined {
  const [before, after] = [base?.value, revision?.value]
  const what = `\`${property}\` went from ${show(before)} to ${show(after)}`
  if (property === 'additionalProperties') return judgeOpenness(after, isSent)
  if (property === 'type' || property === 'nullable') {
    const [wide, narrow] = [toList(after), toList(before)]
    const isWider =
      after === undefined || (wide.length > 0 && narrow.every((type) => wide.includes(type)))
    return isWider && !isSent && property === 'type'
      ? minor('type-widened', what, advice.callers)
      : major('type-changed', what)
  }
  if (property === 'const') {
    return after === undefined && !isSent
      ? minor('constant-removed', what, advice.callers)
      : major('constant-changed', what)
  }
  if (property === 'default')
    return isSent ? patch('default-changed', what) : major('default-changed', what)
  const isBound = lowerBounds.has(property) || upperBounds.has(property)
  if (!isBound && !formats.has(property)) return undefined
  const isLooser =
    after === undefined ||
    (lowerBounds.has(property) && Number(after) < Number(before)) ||
    (upperBounds.has(property) && Number(after) > Number(before))
  if (isLooser && !isSent) return minor('format-loosened', what, advice.callers)
  return major(isLooser ? 'format-loosened' : 'format-changed', what)
}

/** Readers open closed objects as it is, so only what the platform reads can shrink by it. */
function judgeOpenness(after: unknown, isSent: boolean): Judgement {
  if (after === undefined || after === true) {
    return minor(
      'object-opened',
      'other fields are allowed',
      isSent ? advice.readers : advice.callers,
    )
  }
  return major('object-closed', 'other fields are no longer allowed, or of one form only')
}

function toList(value: unknown): unknown[] {
  return value === undefined ? [] : [value].flat()
}

function names(list: readonly unknown[]): string {
  return list.map((name) => `\`${String(name)}\``).join(', ')
}

function show(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}
