import type { SpecDocument } from '../document/spec-document.ts'
import { advice, type Judgement, major, minor, patch, type Scene } from './judgement.ts'
import type { RedoclyChange } from './redocly-change.ts'

/** A set of values: an open one may grow, and so may the names of events (D-026). Nobody may lose a member. */
export function judgeEnum({ base, revision }: RedoclyChange, scene: Scene): Judgement {
  const before = toList(base?.value)
  const after = toList(revision?.value)
  const isSent = scene.use.direction === 'sends'
  const lost = before.filter((value) => !after.includes(value))
  const gained = after.filter((value) => !before.includes(value))
  if (base?.value === undefined) return major('set-closed', `only ${names(after)} are allowed`)
  if (revision?.value === undefined) {
    return isSent
      ? major('set-opened', 'any value may come')
      : minor('set-opened', 'any value is accepted', advice.callers)
  }
  if (lost.length > 0) return major('member-removed', `gone from the set: ${names(lost)}`)
  if (gained.length === 0) return patch('order-changed', 'the order of the set changed')
  const message = `new in the set: ${names(gained)}`
  if (!isSent) return minor('member-added', message, advice.callers)
  if (isOpen(scene)) return minor('open-set-grown', message)
  if (namesEvent(before, scene)) return minor('event-name-added', message)
  return major('closed-set-grown', message)
}

/** `anyOf: [{ type: string, enum: […] }, { type: string }]`, on both sides. */
function isOpen({ keys, from, to }: Scene): boolean {
  const place = keys.lastIndexOf('anyOf')
  if (place !== keys.length - 2) return false
  return [from, to].every((document) => {
    const others = document.at(keys.slice(0, -1))?.value
    return (
      Array.isArray(others) &&
      others.some((other) => other?.type === 'string' && !('enum' in other))
    )
  })
}

/** Whether the set held the name by which the message itself is known. */
function namesEvent(before: readonly unknown[], { keys, from }: Scene): boolean {
  return eventNames(keys, from).some((name) => before.includes(name))
}

function eventNames(keys: readonly string[], document: SpecDocument): unknown[] {
  if (keys[0] === 'webhooks') return [keys[1]]
  const place = keys.indexOf('messages')
  if (place < 0) return []
  return [document.at([...keys.slice(0, place + 2), 'name'])?.value].filter(Boolean)
}

function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function names(list: readonly unknown[]): string {
  return list.map((value) => `\`${String(value)}\``).join(', ')
}
