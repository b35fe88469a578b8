import { isDeepStrictEqual } from 'node:util'
import { directionsOfRoutes, rootUses, sent, turn, type Use } from '../document/asyncapi-routes.ts'
import { keyOf, type SpecDocument, type SpecNode } from '../document/open-document.ts'
import { isAnnotation, schemaValues } from '../document/schema-values.ts'
import { type Field, fieldOf, type PartType } from './grammar.ts'
import type { Change } from './judgement.ts'
import { type Item, namesInList, namesInMap, pairItems } from './pair-items.ts'
import { isObject, type Spot, type View, viewOf } from './view.ts'

/**
 * Every difference between two documents of one kind. Compares each pair of parts once per use and context,
 * so references may form cycles. Skips parts that only `components` holds: they do not travel.
 */
export function findChanges(from: SpecDocument, to: SpecDocument): Change[] {
  const changes: Change[] = []
  const seen = new Set<string>()
  const queue: Pair[] = []
  const [before, after] = [directionsOfRoutes(from), directionsOfRoutes(to)]

  const usesAt: UsesAt = (ends, uses) => {
    const directions = new Set([
      ...((ends.from && before.get(keyOf(ends.from))) ?? []),
      ...((ends.to && after.get(keyOf(ends.to))) ?? []),
    ])
    if (directions.size === 0) return uses
    return [...directions].map((direction) => ({ direction, party: 'receiver' }))
  }

  const visit = ({ nodes, place }: Pair): void => {
    const isSchema = place.type === 'Schema'
    const views = { from: viewOf(nodes.from, from, isSchema), to: viewOf(nodes.to, to, isSchema) }
    const uses = usesAt({ from: views.from.node, to: views.to.node }, place.uses)
    const id = JSON.stringify([place.type, views.from.id, views.to.id, uses, place.context])
    if (seen.has(id)) return
    seen.add(id)
    visitViews({ ...place, uses, views })
  }

  const visitViews = (scope: Scope): void => {
    const { from: one, to: other } = scope.views
    const report = (change: Pick<Change, 'type' | 'kind'>) =>
      changes.push({ ...toChange(scope), ...change, before: one.node, after: other.node })
    if ((one.isMixed || other.isMixed) && one.layers.length === other.layers.length) {
      for (const [index, layer] of one.layers.entries()) {
        visitViews({ ...scope, views: { from: layer, to: other.layers[index] as View } })
      }
    } else if (!isObject(one.node.value) || !isObject(other.node.value)) {
      if (!isDeepStrictEqual(one.node.value, other.node.value)) {
        report({ type: 'BooleanSchema', kind: 'modified' })
      }
    } else if (scope.type === 'Schema' && isReplaced(one, other)) {
      report({ type: 'Schema', kind: isSameSchema(scope) ? 'rewritten' : 'replaced' })
    } else {
      const { own, below } = compareFields(scope, usesAt)
      const isOfValues = own.some(({ property }) => !property || !isAnnotation(property))
      if (scope.type === 'Schema' && isOfValues && isSameSchema(scope)) {
        report({ type: 'Schema', kind: 'rewritten' })
        return
      }
      changes.push(...own)
      queue.push(...below)
    }
  }

  const context = { rule: '', forms: '' }
  const root: Place = { type: 'Root', keys: [], fromKeys: [], uses: [rootUses[to.kind]], context }
  queue.push({ nodes: { from: from.root, to: to.root }, place: root })
  // The loop also visits what `visit` appends. Recursion over a long chain of references overflows the stack.
  for (const pair of queue) visit(pair)
  return changes
}

function isSameSchema({ views: { from, to } }: Scope): boolean {
  return schemaValues(from.start, from.document) === schemaValues(to.start, to.document)
}

/** Whether another schema replaced the old one, as opposed to a change of its keywords. */
function isReplaced(one: View, other: View): boolean {
  if (one.isMixed || other.isMixed) return true
  if ((one.start === one.node) === (other.start === other.node)) return false
  const [rules, others] = [one, other].map(({ names }) =>
    names.filter((name) => !isAnnotation(name)),
  )
  if (!rules?.length || !others?.length) return false
  return !rules.some((name) => others.includes(name))
}

/** A part of both documents, and the keys that lead there on each side. */
interface Place {
  type: PartType
  keys: readonly string[]
  fromKeys: readonly string[]
  uses: readonly Use[]
  /** What affects the meaning of a schema change: a condition around the schema, or the forms beside it. */
  context: { rule: string; forms: string }
}

interface Scope extends Place {
  views: { from: View; to: View }
}

interface Ends {
  from?: SpecNode | undefined
  to?: SpecNode | undefined
}

/** The uses of an operation or message by its own direction; for any other part, the given uses. */
type UsesAt = (ends: Ends, uses: readonly Use[]) => readonly Use[]

interface Pair {
  nodes: { from: SpecNode; to: SpecNode }
  place: Place
}

interface Fields {
  /** Changes of the part itself. */
  own: Change[]
  /** The parts within it that both sides have. */
  below: Pair[]
}

interface Context {
  name: string
  field: Field
  scope: Scope
  found: Fields
  usesAt: UsesAt
}

function compareFields(scope: Scope, usesAt: UsesAt): Fields {
  const { from, to } = scope.views
  const found: Fields = { own: [], below: [] }
  for (const name of new Set([...to.names, ...from.names])) {
    if (isPassedOver(name, scope)) continue
    const [one, other] = [from.written(name), to.written(name)]
    const field = fieldOf(to.document.kind, scope.type, name)
    const shape = field && shapeOf(name, field, scope)
    if (field === undefined || shape === undefined) {
      if (isDeepStrictEqual(one?.node.value, other?.node.value)) continue
      const before = one ? one.node : { ...from.home, value: undefined }
      const after = other ? other.node : { ...to.home, value: undefined }
      found.own.push({ ...toChange(scope), kind: 'modified', property: name, before, after })
      continue
    }
    const context = { name, field, scope, found, usesAt }
    if (shape === 'one') comparePart(one, other, context)
    else compareMembers(one, other, { ...context, shape })
  }
  return found
}

/** How to compare the two ends of a field; undefined if they are plain values or differ in shape. */
function shapeOf(name: string, field: Field, { type, views }: Scope): Field['as'] | undefined {
  const ends = [views.from, views.to].filter((view) => view.written(name) !== undefined)
  const values = ends.map((view) => {
    return (field.type === 'Schema' ? view.written(name)?.node : view.child(name))?.value
  })
  // A parameter has either a schema or content, and the two cannot be compared.
  const isSwitched = name === 'content' && /^(Header|Parameter)$/.test(type) && values.length < 2
  const isOnlyOneWrapped = new Set(ends.map((view) => isWrapped(view.child(name)))).size > 1
  if (isSwitched || isOnlyOneWrapped) return undefined
  const lists = values.filter(Array.isArray).length
  if (lists > 0) {
    const isTuple = field.as === 'one' && field.type === 'Schema'
    return lists === values.length && (field.as === 'list' || isTuple) ? 'list' : undefined
  }
  if (field.as === 'one' && field.type === 'Schema') return 'one'
  return field.as === 'list' || !values.every(isObject) ? undefined : field.as
}

/** Whether a payload names the format of its schema. */
function isWrapped(node: SpecNode | undefined): boolean {
  return isObject(node?.value) && typeof node.value.schemaFormat === 'string'
}

function comparePart(
  one: Spot | undefined,
  other: Spot | undefined,
  { name, field, scope, found, usesAt }: Context,
): Place {
  const { from, to } = scope.views
  const ends = {
    from: one && from.document.follow(one.node),
    to: other && to.document.follow(other.node),
  }
  const keys = other?.keys ?? one?.keys ?? []
  const isMultiFormat = name === 'payload' && isWrapped(ends.to ?? ends.from)
  const place: Place = {
    type: isMultiFormat ? 'MultiFormatSchema' : field.type,
    keys: [...scope.keys, ...keys],
    fromKeys: [...scope.fromKeys, ...(one?.keys ?? keys)],
    uses: usesBelow(name, scope),
    context: contextBelow(name, scope),
  }
  if (one && other) {
    found.below.push({ nodes: { from: one.node, to: other.node }, place })
    return place
  }
  found.own.push({
    ...place,
    kind: one ? 'removed' : 'added',
    holders: scope.views,
    uses: usesAt(ends, place.uses),
    ...(one && { before: { ...one.node, value: ends.from?.value } }),
    ...(other && { after: { ...other.node, value: ends.to?.value } }),
  })
  return place
}

function compareMembers(
  one: Spot | undefined,
  other: Spot | undefined,
  { shape, ...context }: Context & { shape: 'list' | 'map' },
): void {
  const { name, field, scope, found } = context
  if (field.listType && (!one || !other)) {
    comparePart(one, other, { ...context, field: { as: 'one', type: field.listType } })
    return
  }
  const { from, to } = scope.views
  const kinds = shape === 'map' ? namesInMap(field.type) : namesInList(field.type, name)
  const [old, fresh] = [itemsOf(one, from, field), itemsOf(other, to, field)]
  const { pairs, removed, added } = pairItems(old, fresh, kinds)
  for (const [before, after] of pairs) {
    const place = comparePart(before, after, context)
    if (shape === 'list' || before.key === after.key) continue
    found.own.push({
      ...place,
      kind: 'modified',
      property: 'key',
      holders: scope.views,
      before: { ...before.node, value: before.key },
      after: { ...after.node, value: after.key },
    })
  }
  for (const item of removed) comparePart(item, undefined, context)
  for (const item of added) comparePart(undefined, item, context)
}

function itemsOf(
  spot: Spot | undefined,
  { document }: View,
  { type, hasExtensions }: Field,
): Item[] {
  const holder = spot && (type === 'Schema' ? spot.node : document.follow(spot.node))
  if (spot === undefined || holder === undefined) return []
  return Object.keys(holder.value as object)
    .filter((key) => !(hasExtensions && key.startsWith('x-')))
    .flatMap((key) => {
      const node = document.written(holder, key)
      return node ? [{ key, node, document, keys: [...spot.keys, key] }] : []
    })
}

/** Fields that are judged elsewhere, or do not travel. */
function isPassedOver(name: string, { type, keys, uses, views }: Scope): boolean {
  if (type === 'Root' && /^(asyncapi|components|openapi|x-constants)$/.test(name)) return true
  if (type === 'Schema') return name === '$defs' || name === 'definitions'
  if (views.to.document.kind !== 'openapi') return false
  // Security and servers are compared by operation.
  const isCalled = uses.every(({ party }) => party === 'caller')
  if (name === 'servers') return isCalled && /^(Operation|PathItem|Root)$/.test(type)
  const isWebhook = keys[0] === 'webhooks' && keys.length === 3
  return (
    name === 'security' && (type === 'Root' || (type === 'Operation' && (isCalled || isWebhook)))
  )
}

/** A condition and `oneOf` apply to everything below them, `anyOf` only to its own forms. */
function contextBelow(name: string, { type, context, views }: Scope): Place['context'] {
  if (type !== 'Schema') return context
  const holder = `${views.from.id} ${views.to.id}`
  const isCondition = context.rule === 'condition' || /^(if|then|else|not)$/.test(name)
  const rule = name === 'oneOf' ? holder : context.rule
  return { rule: isCondition ? 'condition' : rule, forms: name === 'anyOf' ? holder : '' }
}

/** Responses travel the other way. The platform sends webhooks and callbacks. */
function usesBelow(name: string, { type, uses, views }: Scope): readonly Use[] {
  if (views.to.document.kind !== 'openapi') return uses
  if (type === 'Operation' && name === 'responses') return uses.map(turn)
  const isSent = name === (type === 'Root' ? 'webhooks' : 'callbacks')
  return isSent && /^(Operation|Root)$/.test(type) ? [sent] : uses
}

function toChange({ type, keys, fromKeys, uses, views }: Scope) {
  return { type, keys, fromKeys, uses, holders: views }
}
