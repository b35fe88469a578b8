import { reachedFrom } from '../json.ts'
import type { GeneratedFile } from '../model.ts'
import { renderText } from '../render.ts'
import { toRegExp } from '../schema/to-reg-exp.ts'
import type { ShapePlan, ShapePlans } from './to-shape.ts'

/** `shapes.ts`: for each schema what its reader needs. Those that others refer to come first. */
export function emitShapes(plans: ShapePlans): GeneratedFile {
  const refs = new Map([...plans].map(([name, plan]) => [name, refsOf(plan)]))
  // The schemas below a choice, where listed values tell the branches apart.
  const chosen = reachedFrom([...plans.values()].flatMap(refsInChoices), refs)
  const done = new Set<string>()
  const parts: string[] = []
  const emit = (name: string, open: ReadonlySet<string>): void => {
    const plan = plans.get(name)
    if (plan === undefined || done.has(name) || open.has(name)) return
    for (const ref of refs.get(name) ?? []) emit(ref, new Set([...open, name]))
    if (done.has(name)) return
    const text = render(plan, { done, hasValues: chosen.has(name) })
    parts.push(`export const ${name}: r.Shape = ${plan.ref ? `{ all: [${text}] }` : text}\n`)
    done.add(name)
  }
  for (const name of plans.keys()) emit(name, new Set())
  const head = parts.length === 0 ? 'export {}\n' : "import type * as r from './runtime.ts'\n\n"
  return { path: 'shapes.ts', content: head + parts.join('\n') }
}

function refsInChoices(plan: ShapePlan): string[] {
  const { any = [] } = plan
  return [...any.flatMap(refsOf), ...partsOf(plan).flatMap(refsInChoices)]
}

function partsOf(plan: ShapePlan): ShapePlan[] {
  const { properties = {}, patterns = [], rest, prefix = [], items, all = [], any = [] } = plan
  const lists = [Object.values(properties), patterns.map(([, one]) => one), prefix, all, any]
  return [...lists.flat(), ...(rest ? [rest] : []), ...(items ? [items] : [])]
}

const refsOf = (plan: ShapePlan): string[] =>
  plan.ref === undefined ? partsOf(plan).flatMap(refsOf) : [plan.ref]

function render(
  plan: ShapePlan,
  rendering: { done: ReadonlySet<string>; hasValues: boolean },
): string {
  if (plan.ref !== undefined) return rendering.done.has(plan.ref) ? plan.ref : `() => ${plan.ref}`
  const { hasValues } = rendering
  const one = (part: ShapePlan) => render(part, rendering)
  const inChoice = (part: ShapePlan) => render(part, { ...rendering, hasValues: true })
  const list = (parts: readonly string[]) => `[${parts.join(', ')}]`
  const { types, values, required, properties, patterns, rest, prefix, min, items, all, any } = plan
  const members = [
    types === undefined ? '' : `types: ${types}`,
    values && hasValues ? `values: ${list(values.map((value) => JSON.stringify(value)))}` : '',
    required ? `required: ${list(required.map(renderText))}` : '',
    properties
      ? `properties: ${list(Object.entries(properties).map(([name, part]) => `[${renderText(name)}, ${one(part)}]`))}`
      : '',
    patterns
      ? `patterns: ${list(patterns.map(([pattern, part]) => `[${toRegExp(pattern)}, ${one(part)}]`))}`
      : '',
    rest ? `rest: ${one(rest)}` : '',
    prefix ? `prefix: ${list(prefix.map(one))}` : '',
    min ? `min: ${min}` : '',
    items ? `items: ${one(items)}` : '',
    all ? `all: ${list(all.map(one))}` : '',
    any ? `any: ${list(any.map(inChoice))}` : '',
  ].filter((member) => member !== '')
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}
