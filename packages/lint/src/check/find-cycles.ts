import { toPointer } from '../contract/pointer.ts'
import type { Reference } from '../contract/references.ts'

/** Keywords that judge the same value again, so that a `$ref` below them makes no step into it. */
const noStep = /^(?:\/(?:allOf|anyOf|oneOf)\/\d+|\/(?:not|if|then|else))*$/

/**
 * References that lead in a circle and never into a property or an item, so that no reader of the
 * schema would end; each circle once, in the order in which it is followed.
 */
export function findCycles(references: Reference[]): Reference[][] {
  const followed = references.filter(({ path }) => path.at(-1) === '$ref')
  const steps = listSteps(followed)
  const cycles: Reference[][] = []
  for (const reference of followed) {
    if (cycles.some((cycle) => cycle.includes(reference))) continue
    const cycle = wayBack(reference, steps)
    if (cycle) cycles.push(cycle)
  }
  return cycles
}

type Steps = ReadonlyMap<Reference, readonly Reference[]>

/** For each reference, the references that are followed next. */
function listSteps(references: Reference[]): Steps {
  const byFile = new Map<string, Reference[]>()
  for (const one of references) byFile.set(one.file, [...(byFile.get(one.file) ?? []), one])
  const places = new Map(references.map((one) => [one, toPointer(one.path.slice(0, -1))]))
  return new Map(
    references.map((one) => {
      if ('remote' in one.target) return [one, []]
      const from = toPointer(one.target.pointer)
      const next = (byFile.get(one.target.file) ?? []).filter((other) => {
        const to = places.get(other) ?? ''
        return to.startsWith(from) && noStep.test(to.slice(from.length))
      })
      return [one, next]
    }),
  )
}

/** The shortest way by which a reference leads back to itself. */
function wayBack(start: Reference, steps: Steps): Reference[] | undefined {
  const ways: Reference[][] = [[start]]
  const seen = new Set<Reference>()
  for (const way of ways) {
    for (const next of steps.get(way.at(-1) as Reference) ?? []) {
      if (next === start) return way
      if (!seen.has(next)) ways.push([...way, next])
      seen.add(next)
    }
  }
  return undefined
}
