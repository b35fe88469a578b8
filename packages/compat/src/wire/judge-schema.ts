import type { Change } from './change.ts'
import { isKeyword } from './is-keyword.ts'
import { judgeEnum } from './judge-enum.ts'
import { judgeKeyword } from './judge-keyword.ts'
import { judgeOpening, judgeOpenness, judgeStructure, wasOneForm } from './judge-structure.ts'
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
import { mayMatchTwo } from './may-match-two.ts'

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
    return minor('discriminator-added', 'a field tells the forms apart', advice.callers)
  }
  return property === undefined
    ? major('discriminator-removed', 'no field tells the forms apart any more')
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
