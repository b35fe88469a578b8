import { toPointer } from './pointer.ts'
import type { Reference } from './references.ts'

/** Keywords that judge the same value again, so that a `$ref` below them makes no step into it. */
const noStep = /^(?:\/(?:allOf|anyOf|oneOf)\/\d+|\/(?:not|if|then|else))*$/

/**
 * References that lead in a circle and never into a property or an item, so that no reader of the
 * schema would end; each circle once, in the order in which it is followed.
 */
export function findCycles(references: Reference[]): Reference[][] {
  const followed = references.filter(({ path }) => path.at(-1) === '$ref')
  const cycles: Reference[][] = []
  for (const reference of followed) {
    if (cycles.some((cycle) => cycle.includes(reference))) continue
    const cycle = wayBack(reference, followed)
    if (cycle) cycles.push(cycle)
  }
  return cycles
}

/** The shortest way by which a reference leads back to itself. */
function wayBack(start: Reference, references: Reference[]): Reference[] | undefined {
  const ways: Reference[][] = [[start]]
  const seen = new Set<Reference>()
  for (const way of ways) {
    const last = way.at(-1) as Reference
    for (const next of references.filter((one) => leadsTo(last, one))) {
      if (next === start) return way
      if (!seen.has(next)) ways.push([...way, next])
      seen.add(next)
    }
  }
  return undefined
}

function leadsTo({ target }: Reference, next: Reference): boolean {
  if ('remote' in target || target.file !== next.file) return false
  const from = toPointer(target.pointer)
  const to = toPointer(next.path.slice(0, -1))
  return to.startsWith(from) && noStep.test(to.slice(from.length))
}
