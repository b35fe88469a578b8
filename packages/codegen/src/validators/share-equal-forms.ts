import type { PlannedFunction } from './planned-function.ts'
import { renameRefs } from './rename-refs.ts'

/** Functions without repeats, and for each name the function that stands in for it. */
export interface SharedFunctions {
  functions: PlannedFunction[]
  names: Map<string, string>
}

/**
 * One function where several have equal forms, also when they are equal only because what they refer to
 * is. The last by name stands in for the others: a
 * sent form for received ones.
 */
export function shareEqualForms(functions: readonly PlannedFunction[]): SharedFunctions {
  const sorted = functions.toSorted((a, b) => (a.name < b.name ? 1 : -1))
  const names = new Map(sorted.map(({ name }) => [name, name]))
  const nameOf = (name: string) => names.get(name) ?? name
  let remaining = sorted
  for (;;) {
    const firsts = new Map<string, string>()
    for (const { name, form } of remaining) {
      const text = JSON.stringify(form)
      const first = firsts.get(text)
      if (first === undefined) firsts.set(text, name)
      else names.set(name, first)
    }
    const kept = remaining.filter(({ name }) => nameOf(name) === name)
    if (kept.length === remaining.length) return { functions: kept, names: settle(names) }
    remaining = kept.map((one) => ({ ...one, form: renameRefs(one.form, nameOf) }))
  }
}

/** Each name led straight to the end of its chain. */
function settle(names: Map<string, string>): Map<string, string> {
  const endOf = (name: string): string => {
    const next = names.get(name) ?? name
    return next === name ? name : endOf(next)
  }
  return new Map([...names.keys()].map((name) => [name, endOf(name)]))
}
