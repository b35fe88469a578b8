import { isDeepStrictEqual } from 'node:util'
import type { SpecDocument, SpecNode } from '../document/spec-document.ts'
import { advice, type Judgement, major, minor, patch, type Scene } from './judgement.ts'
import { nodesAt } from './node-at.ts'
import type { RedoclyChange } from './redocly-change.ts'

/** A set of values, a constant is one of them: an open one may grow, and so may the names of events (D-026). Nobody may lose a member. */
export function judgeEnum({ base, revision }: RedoclyChange, scene: Scene): Judgement {
  const [one, other] = nodesAt(scene)
  const before = one ? valuesAt(one, scene.from) : toList(base?.value)
  const after = other ? valuesAt(other, scene.to) : toList(revision?.value)
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

/** The values that `const` and `enum` leave; undefined where any is allowed. */
function valuesAt(node: SpecNode, document: SpecDocument): unknown[] | undefined {
  const target = document.follow(node)
  const schema = { ...(target?.value as object), ...(node.value as object) } as { enum?: unknown }
  return 'const' in schema ? [schema.const] : toList(schema.enum)
}

function toList(value: unknown): unknown[] | undefined {
  return value === undefined ? undefined : [value].flat()
}

function has(list: readonly unknown[], value: unknown): boolean {
  return list.some((one) => isDeepStrictEqual(one, value))
}

function names(list: readonly unknown[]): string {
  return list
    .map((value) => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``)
    .join(', ')
}
