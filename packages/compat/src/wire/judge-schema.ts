import { isDeepStrictEqual } from 'node:util'
import type { SpecDocument } from '../document/open-document.ts'
import { schemaValues } from '../document/schema-values.ts'
import { comparePatterns } from './compare-patterns.ts'
import {
  type Change,
  isKeyword,
  type Judge,
  nameAt,
  nameOf,
  type Said,
  type Scene,
  toJudgement,
  went,
} from './judgement.ts'
import { mayMatchTwo, toList, wasOneForm } from './schema-forms.ts'
import type { View } from './view.ts'

const texts =
  /^(title|description|examples?|externalDocs|xml|\$comment|\$id|\$schema|x-(?!sender-only$).*)$/
const conditions = /^(if|then|else|not)$/

/** A change of a schema. What is sent may gain fields and members of open sets, and change nothing else. */
export const judgeSchema: Judge = (change, scene) => {
  if (!/^(BooleanSchema|Discriminator|Schema|SchemaList)$/.test(change.type)) return undefined
  const said = judge(change, scene)
  if (said === undefined || scene.use.direction === 'sends') return said
  const [rule, message] = said
  // A field that may be left out makes no form of another.
  const isLooser =
    toJudgement(said, 'reads').level === 'minor' && !/^(deprecated|field-added)$/.test(rule)
  return isLooser && mayMatchTwo(change.keys, scene.to)
    ? ['alternative-overlaps', `${message}, so that two forms may match`]
    : said
}

function judge(change: Change, scene: Scene): Said | undefined {
  const { type, kind, property = '' } = change
  const isSent = scene.use.direction === 'sends'
  if (kind === 'rewritten')
    return ['text-changed', `the schema of \`${nameAt(change.keys)}\` means the same as before`]
  if (kind === 'modified' && texts.test(property))
    return ['text-changed', `\`${property}\` changed`]
  if (property === 'deprecated') return ['deprecated', `\`${nameAt(change.keys)}\` is deprecated`]
  if (property === 'x-sender-only')
    return [
      'sender-only-changed',
      `a rule of \`${nameAt(change.keys)}\` now binds, or no longer binds, readers`,
    ]
  const condition = judgeCondition(change, isSent)
  if (condition !== undefined) return condition
  if (type === 'BooleanSchema') return judgeBoolean(change, isSent)
  if (type === 'Discriminator') return judgeDiscriminator(change)
  // A schema that is read may become one of several forms.
  if (kind === 'replaced')
    return !isSent && wasOneForm(change)
      ? ['alternative-added', `other forms of \`${nameAt(change.keys)}\` are accepted`]
      : ['schema-replaced', `the schema of \`${nameAt(change.keys)}\` was replaced`]
  if (kind !== 'modified') return judgeStructure(change, scene)
  if (property === 'enum' || property === 'const') return judgeEnum(change, scene)
  if (property === 'required') return judgeRequired(change, isSent)
  if (property === 'additionalProperties') return judgeOpenness(change)
  return judgeKeyword(change, isSent)
}

/** Any change in a condition may reverse its rule, unless a reader drops the whole condition. */
function judgeCondition({ kind, keys, property = '' }: Change, isSent: boolean): Said | undefined {
  const at = keys.findIndex((key, index) => conditions.test(key) && isKeyword(keys, index))
  const condition = keys[at] ?? (conditions.test(property) ? property : undefined)
  if (condition === undefined) return undefined
  return kind === 'removed' && at === keys.length - 1 && !isSent
    ? ['rule-removed', `\`${condition}\` was removed, so more is accepted`]
    : ['condition-changed', `the condition in \`${condition}\` changed`]
}

/** A schema that is a boolean on one side: `false` allows no value. */
function judgeBoolean({ before, after, keys }: Change, isSent: boolean): Said {
  if (keys.at(-1) === 'additionalProperties' && isKeyword(keys, keys.length - 1))
    return judgeOpening(before?.value, after?.value, keys.slice(0, -1))
  const [old, fresh] = [before, after].map((end) =>
    typeof end?.value === 'boolean' ? String(end.value) : 'a schema',
  )
  const isLooser = before?.value === false || after?.value === true
  const what = `\`${keys.at(-1)}\` went from ${old} to ${fresh}`
  return [isLooser && !isSent ? 'type-widened' : 'type-changed', what]
}

/** Only tools read it. The forms decide what travels on the wire. */
function judgeDiscriminator(change: Change): Said {
  const { kind, property } = change
  if (kind === 'added') return ['discriminator-added', 'a field distinguishes the forms']
  return property === undefined
    ? ['discriminator-removed', 'no field distinguishes the forms any more']
    : ['discriminator-changed', `\`${property}\` ${went(change)}`]
}

function judgeRequired({ before, after }: Change, isSent: boolean): Said {
  const [old, fresh] = [toList(before?.value), toList(after?.value)]
  const lost = old.filter((name) => !fresh.includes(name))
  const gained = fresh.filter((name) => !old.includes(name))
  if (lost.length + gained.length === 0) return ['order-changed', 'the order of the list changed']
  const isOptional = isSent ? lost.length > 0 : gained.length === 0
  return isOptional
    ? ['field-made-optional', `no longer required: ${names(lost)}`]
    : ['field-made-required', `now required: ${names(gained)}`]
}

const names = (list: readonly unknown[]): string =>
  list.map((one) => `\`${typeof one === 'string' ? one : JSON.stringify(one)}\``).join(', ')

/** A set of values; a constant is one of them. Nobody may lose a member. An open set may grow, and so may event names (D-026). */
function judgeEnum(change: Change, scene: Scene): Said {
  const { from, to } = change.holders
  const [before, after] = [allowedValues(from), allowedValues(to)]
  const isSent = scene.use.direction === 'sends'
  if (before === undefined) return ['set-closed', `only ${names(after ?? [])} are allowed`]
  if (after === undefined)
    return ['set-opened', isSent ? 'any value may be sent' : 'any value is accepted']
  const missing = (list: readonly unknown[], others: readonly unknown[]) =>
    list.filter((value) => !others.some((one) => isDeepStrictEqual(one, value)))
  const [lost, gained] = [missing(before, after), missing(after, before)]
  if (lost.length > 0) return ['member-removed', `gone from the set: ${names(lost)}`]
  if (gained.length === 0) return ['order-changed', 'the order of the set changed']
  const message = `new in the set: ${names(gained)}`
  if (!isSent) return ['member-added', message]
  if (isOpen(change, scene)) return ['open-set-grown', message]
  // The old set held the name of the message.
  const isEvent = eventNames(change.fromKeys, scene.from).some((name) => before.includes(name))
  return [isEvent ? 'event-name-added' : 'closed-set-grown', message]
}

/** `anyOf: [{ type: string, enum: […] }, { type: string }]`, on both sides. */
function isOpen({ keys, fromKeys }: Change, { from, to }: Scene): boolean {
  if (keys.at(-2) !== 'anyOf' || fromKeys.at(-2) !== 'anyOf') return false
  return [from.at(fromKeys.slice(0, -1)), to.at(keys.slice(0, -1))].every(
    (list) =>
      Array.isArray(list?.value) &&
      list.value.some((other) => other?.type === 'string' && !('enum' in other)),
  )
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

/** A schema within a schema came or went: a field, a form, a rule. */
function judgeStructure(change: Change, { use, to }: Scene): Said {
  const { keys } = change
  const isAdded = change.kind === 'added'
  const isSent = use.direction === 'sends'
  const [parent, key] = [keys.at(-2) ?? '', keys.at(-1) ?? '']
  const isEntry = /^(allOf|anyOf|oneOf|prefixItems)$/.test(parent)
  const name = isEntry ? `${parent}: ${nameOf((change.after ?? change.before)?.value, key)}` : key
  if (parent === 'properties' && isKeyword(keys, keys.length - 2))
    return isAdded ? ['field-added', `the field \`${name}\` is new`] : judgeRemoval(change, name)
  // Where other fields are refused, those that a pattern allowed are so too.
  if (parent === 'patternProperties' && !isAdded)
    return ['field-removed', `fields like \`${name}\` are no longer described`]
  if (parent === 'anyOf' || parent === 'oneOf') {
    const form = `the form \`${nameOf((change.after ?? change.before)?.value, key)}\` of \`${nameAt(keys)}\``
    if (!isAdded) {
      const todo = 'Keep the form; add the new one beside it.'
      return ['alternative-removed', `${form} is gone`, { todo }]
    }
    return !isSent && mayMatchTwo(keys, to)
      ? ['alternative-overlaps', `${form} may match what an existing form matches`]
      : ['alternative-added', `${form} ${isSent ? 'may be sent' : 'is accepted'}`]
  }
  if (name === 'additionalProperties') return judgeOpenness(change)
  if (isAdded && !isSent && name === 'anyOf' && wasOneForm(change))
    return ['alternative-added', `other forms of \`${nameAt(keys.slice(0, -1))}\` are accepted`]
  const what = `\`${name}\` of \`${nameAt(keys.slice(0, isEntry ? -2 : -1))}\``
  const result = isSent ? '' : isAdded ? ', so less is accepted' : ', so more is accepted'
  return isAdded
    ? ['rule-added', `${what} was added${result}`]
    : ['rule-removed', `${what} was removed${result}`]
}

/** A field that is gone. One with another name and the same schema may be the same field renamed. */
function judgeRemoval({ holders: { from, to } }: Change, name: string): Said {
  const [old, fresh] = [from, to].map((holder) => holder.child('properties'))
  const names = Object.keys(Object(fresh?.value)).filter((one) => !(one in Object(old?.value)))
  const start = old && from.document.written(old, name)
  const renamed = names.find((one) => {
    const node = fresh && to.document.written(fresh, one)
    if (!node || !start) return false
    return schemaValues(node, to.document) === schemaValues(start, from.document)
  })
  const message = `the field \`${name}\` is gone`
  if (renamed === undefined) {
    const todo = `Keep \`${name}\` and mark it deprecated; remove it in a new version beside this one (D-026).`
    return ['field-removed', message, { todo }]
  }
  const todo = `Keep \`${name}\`, add \`${renamed}\` beside it, and mark \`${name}\` deprecated.`
  return ['field-removed', `${message}; \`${renamed}\` looks like its new name`, { todo }]
}

/** Readers ignore closed objects anyway, so this matters only for what the platform reads. */
function judgeOpenness({ keys, property, holders: { from, to } }: Change): Said {
  const [before, after] = [from, to].map((schema) => schema.child('additionalProperties')?.value)
  const holder = property === undefined ? keys.slice(0, -1) : keys
  return judgeOpening(before ?? true, after ?? true, holder)
}

/** From one `additionalProperties` to another. */
function judgeOpening(before: unknown, after: unknown, holder: readonly string[]): Said {
  const others = `other fields of \`${nameAt(holder)}\` are`
  return after === true || before === false
    ? ['object-opened', `${others} allowed`]
    : ['object-closed', `${others} no longer allowed, or must match a schema`]
}

/** Rules on values by keyword: which way a number must move to accept more. */
const rules: { readonly [keyword: string]: 'down' | 'up' | 'other' } = {
  exclusiveMinimum: 'down',
  minContains: 'down',
  minItems: 'down',
  minLength: 'down',
  minProperties: 'down',
  minimum: 'down',
  exclusiveMaximum: 'up',
  maxContains: 'up',
  maxItems: 'up',
  maxLength: 'up',
  maxProperties: 'up',
  maximum: 'up',
  format: 'other',
  multipleOf: 'other',
  pattern: 'other',
  uniqueItems: 'other',
}

/** The defaults of keywords; `exclusiveMaximum` is a boolean in OpenAPI 3.0. */
const defaults: { readonly [keyword: string]: unknown } = {
  exclusiveMaximum: false,
  exclusiveMinimum: false,
  nullable: false,
  uniqueItems: false,
  readOnly: false,
  writeOnly: false,
  minContains: 1,
  minItems: 0,
  minLength: 0,
  minProperties: 0,
}

const isAbsent = (property: string, value: unknown): boolean =>
  Object.hasOwn(defaults, property) && (value === undefined || value === defaults[property])

/** A keyword without a schema in it changed its value. */
function judgeKeyword(change: Change, isSent: boolean): Said | undefined {
  const { property = '' } = change
  const [before, after] = [change.before?.value, change.after?.value]
  const what = `\`${property}\` ${went(change)}`
  if (isAbsent(property, before) && isAbsent(property, after))
    return ['text-changed', `\`${property}\` still has its default value`]
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
  if (property === 'pattern' && typeof before === 'string' && typeof after === 'string') {
    const kept = comparePatterns(before, after)
    if (kept === 'same') return ['text-changed', `${what} and matches the same strings`]
    if (kept === 'wider') return ['format-loosened', `${what} and matches more strings`]
  }
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
