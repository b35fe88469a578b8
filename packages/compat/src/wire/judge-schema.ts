import { isDeepStrictEqual } from 'node:util'
import type { SpecDocument, SpecNode } from '../document/open-document.ts'
import { isAnnotation, schemaValues } from '../document/schema-values.ts'
import { type Change, isKeyword } from './change.ts'
import { judgeKeyword } from './judge-keyword.ts'
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
import type { View } from './view.ts'

const texts =
  /^(title|description|examples?|externalDocs|xml|\$comment|\$id|\$schema|x-(?!sender-only$).*)$/
const schemaTypes = new Set(['BooleanSchema', 'Discriminator', 'Schema', 'SchemaList'])
const conditions = new Set(['if', 'then', 'else', 'not'])

/** A change of a schema. What is sent may gain fields and members of open sets, and change nothing else. */
export const judgeSchema: Judge = (change, scene) => {
  if (!schemaTypes.has(change.type)) return undefined
  const judgement = judge(change, scene)
  const isLooser = judgement?.level === 'minor' && scene.use.direction === 'reads'
  // A field that may be left out makes no form of another.
  if (!isLooser || /^(deprecated|field-added)$/.test(judgement.rule)) return judgement
  return mayMatchTwo(scene.keys, scene.to)
    ? major('alternative-overlaps', `${judgement.message}, so that two forms may match`)
    : judgement
}

function judge(change: Change, scene: Scene): Judgement | undefined {
  const { keys, use } = scene
  const property = change.property ?? ''
  const isSent = use.direction === 'sends'
  if (change.kind === 'rewritten') {
    return patch('text-changed', 'the schema is written in another way and says the same')
  }
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
  if (condition !== undefined) return judgeCondition(condition, change, scene)
  if (change.type === 'BooleanSchema') return judgeBoolean(change, scene)
  if (change.type === 'Discriminator') return judgeDiscriminator(change)
  if (change.kind === 'replaced') return judgeReplaced(change, isSent)
  if (change.kind !== 'modified') return judgeStructure(change, scene)
  if (property === 'enum' || property === 'const') return judgeEnum(change, scene)
  if (property === 'required') return judgeRequired(change, isSent)
  if (property === 'additionalProperties') {
    return judgeOpenness(change, scene)
  }
  return judgeKeyword(change, { property, isSent })
}

/** A schema that is read may become one of several forms. */
function judgeReplaced(change: Change, isSent: boolean): Judgement {
  return !isSent && wasOneForm(change)
    ? minor('alternative-added', 'other forms are accepted', advice.callers)
    : major('schema-replaced', 'another schema replaces it')
}

/** A schema that is a boolean on one side: `false` allows no value. */
function judgeBoolean({ before, after }: Change, { keys, use }: Scene): Judgement {
  const [old, fresh] = [before, after].map((end) => {
    return typeof end?.value === 'boolean' ? String(end.value) : 'a schema'
  })
  const what = `\`${keys.at(-1)}\` went from ${old} to ${fresh}`
  const isLooser = before?.value === false || after?.value === true
  const isSent = use.direction === 'sends'
  if (keys.at(-1) === 'additionalProperties' && isKeyword(keys, keys.length - 1)) {
    return judgeOpening(before?.value, after?.value, use)
  }
  return isLooser && !isSent
    ? minor('type-widened', what, advice.callers)
    : major('type-changed', what)
}

function conditionIn(keys: readonly string[], change: Change): string | undefined {
  const found = keys.find((key, index) => conditions.has(key) && isKeyword(keys, index))
  return found ?? (conditions.has(change.property ?? '') ? change.property : undefined)
}

function judgeCondition(condition: string, { kind }: Change, { keys, use }: Scene): Judgement {
  // Any other change there may turn the sense of the rule.
  const isDropped =
    kind === 'removed' &&
    keys.findIndex((key, index) => key === condition && isKeyword(keys, index)) === keys.length - 1
  return isDropped && use.direction === 'reads'
    ? minor('rule-removed', `\`${condition}\` was removed, so more is accepted`, advice.callers)
    : bindingSender(major('condition-changed', `what \`${condition}\` says changed`))
}

/** Only tools read it. The forms decide what travels on the wire. */
function judgeDiscriminator({ kind, property, before, after }: Change): Judgement {
  if (kind === 'added') {
    return minor('discriminator-added', 'a field distinguishes the forms', advice.callers)
  }
  return property === undefined
    ? major('discriminator-removed', 'no field distinguishes the forms any more')
    : major(
        'discriminator-changed',
        `\`${property}\` went from ${JSON.stringify(before?.value)} to ${JSON.stringify(after?.value)}`,
      )
}

function judgeRequired(change: Change, isSent: boolean): Judgement {
  const before = toList(change.before?.value)
  const after = toList(change.after?.value)
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

function toList(value: unknown): unknown[] {
  return value === undefined ? [] : [value].flat()
}

function names(list: readonly unknown[]): string {
  return list.map((name) => `\`${String(name)}\``).join(', ')
}

/** A set of values, a constant is one of them: an open one may grow, and so may the names of events (D-026). Nobody may lose a member. */
function judgeEnum({ holders }: Change, scene: Scene): Judgement {
  const [before, after] = [allowedValues(holders.from), allowedValues(holders.to)]
  const isSent = scene.use.direction === 'sends'
  if (before === undefined)
    return major('set-closed', `only ${valueNames(after ?? [])} are allowed`)
  if (after === undefined) {
    return isSent
      ? major('set-opened', 'any value may come')
      : minor('set-opened', 'any value is accepted', advice.callers)
  }
  const lost = before.filter((value) => !has(after, value))
  const gained = after.filter((value) => !has(before, value))
  if (lost.length > 0) return major('member-removed', `gone from the set: ${valueNames(lost)}`)
  if (gained.length === 0) return patch('order-changed', 'the order of the set changed')
  const message = `new in the set: ${valueNames(gained)}`
  if (!isSent) return minor('member-added', message, advice.callers)
  if (isOpen(scene)) return minor('open-set-grown', message)
  if (namesEvent(before, scene)) return minor('event-name-added', message)
  return major('closed-set-grown', message)
}

/** `anyOf: [{ type: string, enum: […] }, { type: string }]`, on both sides. */
function isOpen({ keys, fromKeys, from, to }: Scene): boolean {
  if (keys.at(-2) !== 'anyOf' || fromKeys.at(-2) !== 'anyOf') return false
  const lists = [from.at(fromKeys.slice(0, -1)), to.at(keys.slice(0, -1))]
  return lists.every((list) => {
    const others = list?.value
    return (
      Array.isArray(others) &&
      others.some((other) => other?.type === 'string' && !('enum' in other))
    )
  })
}

/** Whether the set held the name by which the message itself is known. */
function namesEvent(before: readonly unknown[], { fromKeys, from }: Scene): boolean {
  return eventNames(fromKeys, from).some((name) => before.includes(name))
}

function eventNames(keys: readonly string[], document: SpecDocument): unknown[] {
  if (keys[0] === 'webhooks') return [keys[1]]
  const place = keys.indexOf('messages')
  if (place < 0) return []
  return [document.at([...keys.slice(0, place + 2), 'name'])?.value].filter(Boolean)
}

/** The values that `const` and `enum` allow; undefined if any is allowed. */
function allowedValues(schema: View): unknown[] | undefined {
  const constant = schema.written('const')
  if (constant !== undefined) return [constant.node.value]
  const values = schema.written('enum')?.node.value
  return values === undefined ? undefined : [values].flat()
}

function has(list: readonly unknown[], value: unknown): boolean {
  return list.some((one) => isDeepStrictEqual(one, value))
}

function valueNames(list: readonly unknown[]): string {
  return list
    .map((value) => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``)
    .join(', ')
}

const isList = /^(allOf|anyOf|oneOf|prefixItems)$/

/** A schema within a schema came or went: a field, a form, a rule. */
function judgeStructure(change: Change, scene: Scene): Judgement {
  const { keys, use } = scene
  const isAdded = change.kind === 'added'
  const isSent = use.direction === 'sends'
  const parent = keys.at(-2)
  const name = isList.test(parent ?? '') ? `${parent}/${keys.at(-1)}` : (keys.at(-1) ?? '')
  const todo = isSent ? advice.readers : advice.callers
  if (parent === 'properties' && isKeyword(keys, keys.length - 2)) {
    return isAdded
      ? minor('field-added', `the field \`${name}\` is new`, todo)
      : major('field-removed', `the field \`${name}\` is gone`)
  }
  // Where other fields are refused, those that a pattern allowed are so too.
  if (parent === 'patternProperties' && !isAdded) {
    return major('field-removed', `fields like \`${name}\` are no longer described`)
  }
  if (parent === 'anyOf' || parent === 'oneOf') return judgeForm(isAdded, scene)
  if (name === 'additionalProperties') return judgeOpenness(change, scene)
  if (isSent)
    return major(
      `rule-${isAdded ? 'added' : 'removed'}`,
      `\`${name}\` was ${isAdded ? 'added' : 'removed'}`,
    )
  if (isAdded && name === 'anyOf' && wasOneForm(change)) {
    return minor('alternative-added', 'other forms are accepted', advice.callers)
  }
  return isAdded
    ? major('rule-added', `\`${name}\` was added, which refuses what was accepted`)
    : minor('rule-removed', `\`${name}\` was removed, so more is accepted`, advice.callers)
}

/** One of several forms came or went. */
function judgeForm(isAdded: boolean, { keys, to, use }: Scene): Judgement {
  if (!isAdded) return major('alternative-removed', 'a form is gone')
  if (use.direction === 'sends') return major('alternative-added', 'another form may be sent')
  return mayMatchTwo(keys, to)
    ? major('alternative-overlaps', 'another form may match what one of today matches')
    : minor('alternative-added', 'another form is accepted', advice.callers)
}

/** Whether the forms are new around a schema that is one of them. */
function wasOneForm({ holders: { from, to } }: Change): boolean {
  const forms = to.written('anyOf')?.node
  if (!forms || to.names.some((name) => name !== 'anyOf' && !isAnnotation(name))) return false
  const old = schemaValues(from.start, from.document)
  return Object.keys(forms.value as object).some((index) => {
    const form = to.document.written(forms, index)
    return form !== undefined && schemaValues(form, to.document) === old
  })
}

/** Readers ignore closed objects anyway, so this matters only for what the platform reads. */
function judgeOpenness({ holders: { from, to } }: Change, { use }: Scene): Judgement {
  const [before, after] = [from, to].map((schema) => schema.child('additionalProperties')?.value)
  return judgeOpening(before ?? true, after ?? true, use)
}

/** From one `additionalProperties` to another. */
function judgeOpening(before: unknown, after: unknown, use: Scene['use']): Judgement {
  const todo = use.direction === 'sends' ? advice.readers : advice.callers
  return after === true || before === false
    ? minor('object-opened', 'other fields are allowed', todo)
    : major('object-closed', 'other fields are no longer allowed, or of one form only')
}

/** Whether a value may match two members of the `oneOf` around a place, which refuses it. */
function mayMatchTwo(keys: readonly string[], document: SpecDocument): boolean {
  const at = keys.findLastIndex((key, index) => key === 'oneOf' && isKeyword(keys, index))
  const list = at < 0 ? undefined : document.at(keys.slice(0, at + 1))
  if (list === undefined || !Array.isArray(list.value)) return false
  const member = document.child(list, keys[at + 1] ?? '')
  return list.value.some((_, index) => {
    const other = document.child(list, String(index))
    return String(index) !== keys[at + 1] && !areDisjoint(member, other, document)
  })
}

/** Whether no value can match both: by their types, their values, or those of a field that both demand. */
function areDisjoint(
  one: SpecNode | undefined,
  other: SpecNode | undefined,
  document: SpecDocument,
): boolean {
  const [a, b] = [one?.value, other?.value]
  if (!isObject(a) || !isObject(b) || one === undefined || other === undefined) return false
  const [types, otherTypes] = [typesOf(a), typesOf(b)]
  if (types && otherTypes && !types.some((type) => otherTypes.includes(type))) return true
  const [values, otherValues] = [valuesOf(a), valuesOf(b)]
  const isShared = (value: unknown) => otherValues?.some((its) => isDeepStrictEqual(its, value))
  if (values && otherValues && !values.some(isShared)) return true
  if (types?.join() !== 'object' || otherTypes?.join() !== 'object') return false
  return namesOf(a.required)
    .filter((name) => namesOf(b.required).includes(name))
    .some((name) => {
      const [field, its] = [one, other].map((schema) => {
        const fields = document.child(schema, 'properties')
        return fields && document.child(fields, String(name))
      })
      return areDisjoint(field, its, document)
    })
}

/** A whole number is a number. */
function typesOf({ type }: Record<string, unknown>): unknown[] | undefined {
  return type === undefined
    ? undefined
    : [type].flat().map((one) => (one === 'integer' ? 'number' : one))
}

function valuesOf(schema: Record<string, unknown>): unknown[] | undefined {
  if (Object.hasOwn(schema, 'const')) return [schema.const]
  return Array.isArray(schema.enum) ? schema.enum : undefined
}

function namesOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
