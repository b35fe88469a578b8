import { isDeepStrictEqual } from 'node:util'
import { directionsOfRoutes, rootUses } from '../document/asyncapi-routes.ts'
import { keyOf, type SpecDocument } from '../document/open-document.ts'
import { isAnnotation, schemaValues } from '../document/schema-values.ts'
import {
  compareFields,
  endOf,
  type Pair,
  type Place,
  type Scope,
  toChange,
  type UsesAt,
} from './compare-fields.ts'
import type { Change } from './judgement.ts'
import { isObject, type View, viewOf } from './view.ts'

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
      changes.push({
        ...toChange(scope),
        ...change,
        before: endOf(one.node),
        after: endOf(other.node),
      })
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
