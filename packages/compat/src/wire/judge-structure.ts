import { schemaValues } from '../document/schema-values.ts'
import { advice, type Judgement, major, minor, type Scene } from './judgement.ts'
import { mayMatchTwo } from './may-match-two.ts'
import { nodesAt } from './node-at.ts'
import type { RedoclyChange } from './redocly-change.ts'

type Structure = Pick<RedoclyChange, 'typeName'> & { isAdded: boolean }

/** A schema within a schema came or went: a field, a form, a rule. */
export function judgeStructure({ typeName, isAdded }: Structure, scene: Scene): Judgement {
  const { keys, use } = scene
  const isSent = use.direction === 'sends'
  const name = keys.at(-1) ?? ''
  const parent = keys.at(-2)
  const todo = isSent ? advice.readers : advice.callers
  if (parent === 'properties' && typeName === 'Schema') {
    return isAdded
      ? minor('field-added', `the field \`${name}\` is new`, todo)
      : major('field-removed', `the field \`${name}\` is gone`)
  }
  if (typeName === 'SchemaProperties') {
    return isAdded
      ? minor('field-added', 'fields are described', todo)
      : major('field-removed', 'fields are no longer described')
  }
  // Where other fields are refused, those that a pattern allowed are so too.
  if (parent === 'patternProperties' && !isAdded) {
    return major('field-removed', `fields like \`${name}\` are no longer described`)
  }
  if (parent === 'anyOf' || parent === 'oneOf') return judgeForm(isAdded, scene)
  if (name === 'additionalProperties') return judgeOpenness(scene)
  if (isSent)
    return major(
      `rule-${isAdded ? 'added' : 'removed'}`,
      `\`${name}\` was ${isAdded ? 'added' : 'removed'}`,
    )
  if (isAdded && name === 'anyOf' && wasOneForm(scene)) {
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
function wasOneForm({ keys, from, to }: Scene): boolean {
  const [before, after] = nodesAt({ keys: keys.slice(0, -1), from, to })
  const forms = to.at(keys)
  if (!before || !after || !forms || !Array.isArray(forms.value)) return false
  if (Object.keys(JSON.parse(schemaValues(after, to))).join() !== 'anyOf') return false
  const old = schemaValues(before, from)
  return forms.value.some((_, index) => {
    const form = to.written(forms, String(index))
    return form !== undefined && schemaValues(form, to) === old
  })
}

/** Readers open closed objects as it is, so only what the platform reads can shrink by it. */
export function judgeOpenness({ keys, from, to, use }: Scene): Judgement {
  const holders = nodesAt({ keys: keys.slice(0, -1), from, to })
  const [before, after] = [from, to].map((document, index) => {
    const schema = holders[index] && document.follow(holders[index])
    const rule = schema && document.child(schema, 'additionalProperties')
    return schema && (rule?.value ?? true)
  })
  const todo = use.direction === 'sends' ? advice.readers : advice.callers
  return after === true || before === false
    ? minor('object-opened', 'other fields are allowed', todo)
    : major('object-closed', 'other fields are no longer allowed, or of one form only')
}
