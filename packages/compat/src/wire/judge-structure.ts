import { isAnnotation, schemaValues } from '../document/schema-values.ts'
import type { Change } from './change.ts'
import { isKeyword } from './is-keyword.ts'
import { advice, type Judgement, major, minor, type Scene } from './judgement.ts'
import { mayMatchTwo } from './may-match-two.ts'

const isList = /^(allOf|anyOf|oneOf|prefixItems)$/

/** A schema within a schema came or went: a field, a form, a rule. */
export function judgeStructure(change: Change, scene: Scene): Judgement {
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
export function wasOneForm({ holders: { from, to } }: Change): boolean {
  const forms = to.written('anyOf')?.node
  if (!forms || to.names.some((name) => name !== 'anyOf' && !isAnnotation(name))) return false
  const old = schemaValues(from.start, from.document)
  return Object.keys(forms.value as object).some((index) => {
    const form = to.document.written(forms, index)
    return form !== undefined && schemaValues(form, to.document) === old
  })
}

/** Readers open closed objects as it is, so only what the platform reads can shrink by it. */
export function judgeOpenness({ holders: { from, to } }: Change, { use }: Scene): Judgement {
  const [before, after] = [from, to].map((schema) => schema.child('additionalProperties')?.value)
  return judgeOpening(before ?? true, after ?? true, use)
}

/** From one `additionalProperties` to another. */
export function judgeOpening(before: unknown, after: unknown, use: Scene['use']): Judgement {
  const todo = use.direction === 'sends' ? advice.readers : advice.callers
  return after === true || before === false
    ? minor('object-opened', 'other fields are allowed', todo)
    : major('object-closed', 'other fields are no longer allowed, or of one form only')
}
