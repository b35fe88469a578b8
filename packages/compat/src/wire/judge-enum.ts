import { isDeepStrictEqual } from 'node:util'
import type { SpecDocument } from '../document/spec-document.ts'
import type { Change } from './change.ts'
import { advice, type Judgement, major, minor, patch, type Scene } from './judgement.ts'
import type { View } from './view.ts'

/** A set of values, a constant is one of them: an open one may grow, and so may the names of events (D-026). Nobody may lose a member. */
export function judgeEnum({ holders }: Change, scene: Scene): Judgement {
  const [before, after] = [valuesOf(holders.from), valuesOf(holders.to)]
  const isSent = scene.use.direction === 'sends'
  if (before === undefined) return major('set-closed', `only ${names(after ?? [])} are allowed`)
  if (after === undefined) {
    return isSent
      ? major('set-opened', 'any value may come')
      : minor('set-opened', 'any value is accepted', advice.callers)
  }
  const lost = before.filter((value) => !has(after, value))
  const gained = after.filter((value) => !has(before, value))
  if (lost.length > 0) return major('member-removed', `gone from the set: ${names(lost)}`)
  if (gained.length === 0) return patch('order-changed', 'the order of the set changed')
  const message = `new in the set: ${names(gained)}`
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

/** The values that `const` and `enum` leave; undefined where any is allowed. */
function valuesOf(schema: View): unknown[] | undefined {
  const constant = schema.written('const')
  if (constant !== undefined) return [constant.node.value]
  const values = schema.written('enum')?.node.value
  return values === undefined ? undefined : [values].flat()
}

function has(list: readonly unknown[], value: unknown): boolean {
  return list.some((one) => isDeepStrictEqual(one, value))
}

function names(list: readonly unknown[]): string {
  return list
    .map((value) => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``)
    .join(', ')
}
