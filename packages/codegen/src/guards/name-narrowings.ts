import type { Contract } from '../model.ts'
import { nameOfValue } from './name-of-value.ts'
import type { Condition, Narrowing } from './narrowing.ts'

/**
 * Gives each condition its two names. A guard is named for the value alone; where two conditions, or
 * a condition and a schema, would share that name, all of them get the schema's name in it, and if
 * that does not part them the property's name too. The order of the input does not matter.
 */
export function nameNarrowings(
  conditions: readonly Condition[],
  { schemas }: Contract,
): Narrowing[] {
  const schemaNames = schemas.map(({ name }) => name)
  const types = pickNames(conditions, { candidates: typeCandidates, taken: schemaNames })
  const taken = schemaNames.flatMap((name) => [`is${name}`, `is${name}Sent`, `is${name}Received`])
  const guards = pickNames(conditions, { candidates: guardCandidates, taken })
  return conditions.map((condition, index) => ({
    ...condition,
    typeName: types[index] as string,
    guardName: guards[index] as string,
  }))
}

function guardCandidates(condition: Condition): string[] {
  return [
    `is${nameOfValue(condition.value)}`,
    ...typeCandidates(condition).map((name) => `is${name}`),
  ]
}

function typeCandidates({ schema, property, value }: Condition): string[] {
  return [
    `${schema}${nameOfValue(value)}`,
    `${schema}${nameOfValue(property)}${nameOfValue(value)}`,
  ]
}

interface Choice {
  /** Names for a condition, the shortest first. */
  candidates: (condition: Condition) => string[]
  /** Names that belong to something else. */
  taken: readonly string[]
}

function pickNames(conditions: readonly Condition[], { candidates, taken }: Choice): string[] {
  const wishes = conditions.map(candidates)
  const steps = wishes.map(() => 0)
  const nameAt = (index: number) => wishes[index]?.[steps[index] ?? 0]
  for (let round = 0; round < 3; round += 1) {
    const names = wishes.map((_, index) => nameAt(index))
    const clashes = (name: string | undefined) =>
      taken.includes(name ?? '') || names.indexOf(name) !== names.lastIndexOf(name)
    wishes.forEach((wish, index) => {
      if (clashes(names[index]) && (steps[index] ?? 0) < wish.length - 1)
        steps[index] = (steps[index] ?? 0) + 1
    })
  }
  return numberRepeats(
    wishes.map((_, index) => nameAt(index) ?? ''),
    taken,
  )
}

function numberRepeats(names: readonly string[], taken: readonly string[]): string[] {
  const used = new Set(taken)
  return names.map((name) => {
    let unique = name
    for (let number = 2; used.has(unique); number += 1) unique = `${name}${number}`
    used.add(unique)
    return unique
  })
}
