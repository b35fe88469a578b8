import { isObject, type JsonObject, listOf } from '../json.ts'
import { EVALUATED, type Form, inPlaceOf, mapInPlace } from './subschemas.ts'

/** Items that a form evaluates: the first `count`, and each that meets one of `matches`. */
interface Evaluated<T> {
  count: number
  matches: readonly T[]
}

/** What a form evaluates if it passes, and what more if a branch of it passes too. */
interface Reach<T> {
  always: Evaluated<T>
  branches: readonly (Evaluated<T> & { when: T })[]
}

/** A reach whose forms are indexes into our keyword's list. The first form there judges all other items. */
export type EvaluatedPlan = Reach<number>

/** The keyword beside ours that holds the plan. */
export const PLAN = '$evaluatedPlan'

/** More items than an array can have. */
const every = 2 ** 32

/**
 * Writes each `unevaluatedItems` over a `contains` as our keyword: which items `contains` evaluates depends
 * on the items, which Ajv does not track. The forms have no `$ref` and no `if` on the same value.
 * `take` makes a function of a form, and returns a `$ref` to it: a branch is asked about more than once.
 */
export function createSpreader(take: (form: Form) => Form): (form: Form) => Form {
  const known = new WeakMap<object, Form>()
  const spread = (form: Form): Form => {
    if (!isObject(form)) return form
    const result = known.get(form) ?? spreadOnce(form)
    known.set(form, result)
    return result
  }
  const spreadOnce = (form: JsonObject): Form => {
    const inner = mapInPlace(form, spread)
    if (!('unevaluatedItems' in form) || !hasContains(form)) return inner
    const { unevaluatedItems, ...rest } = inner
    const forms = [unevaluatedItems as Form]
    const { unevaluatedItems: _, ...own } = form
    const { always, branches } = reachOf(own, (branch) => take(spread(branch)))
    const toPart = ({ count, matches }: Evaluated<Form>) => ({
      count,
      matches: matches.map((match) => forms.push(match) - 1),
    })
    const plan: EvaluatedPlan = {
      always: toPart(always),
      branches: branches.map((one) => ({ ...toPart(one), when: forms.push(one.when) - 1 })),
    }
    return { ...rest, [EVALUATED]: forms, [PLAN]: plan }
  }
  return spread
}

/** True if `contains` is on the same value. */
const hasContains = (form: Form): boolean =>
  isObject(form) && ('contains' in form || inPlaceOf(form).some(hasContains))

function reachOf(form: Form, toCondition: (branch: Form) => Form): Reach<Form> {
  if (!isObject(form)) return { always: { count: 0, matches: [] }, branches: [] }
  const reachOfPart = (part: Form) => reachOf(part, toCondition)
  const sure = listOf<Form>(form.allOf).map(reachOfPart)
  const choices = [form.anyOf, form.oneOf].flatMap(listOf<Form>).flatMap((choice) => {
    const { always, branches } = reachOfPart(choice)
    const when = toCondition(choice)
    const inner = branches.map((branch) => ({ ...branch, when: { allOf: [when, branch.when] } }))
    return [{ ...always, when }, ...inner].filter(
      ({ count, matches }) => count > 0 || matches.length > 0,
    )
  })
  return {
    always: [ownOf(form), ...sure.map(({ always }) => always)].reduce((a, b) => ({
      count: Math.max(a.count, b.count),
      matches: [...a.matches, ...b.matches],
    })),
    branches: [...sure.flatMap(({ branches }) => branches), ...choices],
  }
}

function ownOf(form: JsonObject): Evaluated<Form> {
  const isAll = 'items' in form || 'unevaluatedItems' in form
  const count = isAll ? every : listOf(form.prefixItems).length
  return { count, matches: 'contains' in form ? [form.contains as Form] : [] }
}
