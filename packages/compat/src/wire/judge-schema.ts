import { isKeyword } from './is-keyword.ts'
import { judgeEnum } from './judge-enum.ts'
import { judgeKeyword } from './judge-keyword.ts'
import { judgeOpenness, judgeStructure } from './judge-structure.ts'
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
import type { RedoclyChange } from './redocly-change.ts'

const texts =
  /^(title|description|examples?|externalDocs|xml|\$comment|\$id|\$schema|x-(?!sender-only$).*)$/
const schemaTypes = new Set(['AllOf', 'AnyOf', 'OneOf', 'Schema', 'SchemaList', 'SchemaProperties'])
const conditions = new Set(['if', 'then', 'else', 'not'])

/** A change of a schema. What is sent may gain fields and members of open sets, and change nothing else. */
export const judgeSchema: Judge = (change, scene) => {
  if (!schemaTypes.has(change.typeName)) return undefined
  const judgement = judge(change, scene)
  const isLooser = judgement?.level === 'minor' && scene.use.direction === 'reads'
  // A field that may be left out makes no form of another.
  if (!isLooser || /^(deprecated|field-added)$/.test(judgement.rule)) return judgement
  return mayMatchTwo(scene.keys, scene.to)
    ? major('alternative-overlaps', `${judgement.message}, so that two forms may match`)
    : judgement
}

function judge(change: RedoclyChange, scene: Scene): Judgement | undefined {
  const { keys, use } = scene
  const property = change.property ?? ''
  const isSent = use.direction === 'sends'
  if (change.typeName === 'SchemaProperties' && change.kind === 'modified') {
    return judgeWholeField(change, isSent)
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
  if (change.kind !== 'modified') {
    return judgeStructure({ typeName: change.typeName, isAdded: change.kind === 'added' }, scene)
  }
  if (property === 'enum' || property === 'const') return judgeEnum(change, scene)
  if (property === 'required') return judgeRequired(change, isSent)
  if (property === 'additionalProperties') {
    return judgeOpenness({ ...scene, keys: [...keys, property] })
  }
  return judgeKeyword(change, { property, isSent })
}

/** A field whose schema is a boolean: `false` allows it no value. */
function judgeWholeField({ base, revision, property }: RedoclyChange, isSent: boolean): Judgement {
  const what = `the field \`${property}\` went from ${String(base?.value)} to ${String(revision?.value)}`
  const isLooser = base?.value === false || revision?.value === true
  return isLooser && !isSent
    ? minor('type-widened', what, advice.callers)
    : major('type-changed', what)
}

function conditionIn(keys: readonly string[], change: RedoclyChange): string | undefined {
  const found = keys.find((key, index) => conditions.has(key) && isKeyword(keys, index))
  return found ?? (conditions.has(change.property ?? '') ? change.property : undefined)
}

function judgeCondition(
  condition: string,
  { kind }: RedoclyChange,
  { keys, use }: Scene,
): Judgement {
  // Any other change there may turn the sense of the rule.
  const isDropped =
    kind === 'removed' &&
    keys.findIndex((key, index) => key === condition && isKeyword(keys, index)) === keys.length - 1
  return isDropped && use.direction === 'reads'
    ? minor('rule-removed', `\`${condition}\` was removed, so more is accepted`, advice.callers)
    : bindingSender(major('condition-changed', `what \`${condition}\` says changed`))
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

function toList(value: unknown): unknown[] {
  return value === undefined ? [] : [value].flat()
}

function names(list: readonly unknown[]): string {
  return list.map((name) => `\`${String(name)}\``).join(', ')
}
