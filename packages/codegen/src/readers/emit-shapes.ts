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
    parts.push(
      `export const ${name}: r.Shape = ${plan.ref ? `{ parts: [/* @__PURE__ */ r.allShapes([${text}])] }` : text}\n`,
    )
    done.add(name)
  }
  for (const name of plans.keys()) emit(name, new Set())
  const type = parts.some((part) => /[^:] r\.|\[r\./.test(part)) ? '' : 'type '
  const head = `import ${type}* as r from './runtime.ts'\n\n`
  return {
    path: 'shapes.ts',
    content: parts.length === 0 ? 'export {}\n' : head + parts.join('\n'),
  }
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
  const { types, required, properties, patterns, rest, values, prefix, min = 0, items } = plan
  if (types === 0) return '{ types: 0, parts: [r.noValue] }'
  const call = (name: string, ...given: string[]) =>
    `/* @__PURE__ */ r.${name}(${given.join(', ')})`
  const names = list(rest ? Object.keys(properties ?? {}).map(renderText) : [])
  const pairs = (patterns ?? []).map(([pattern, part]) => `[${toRegExp(pattern)}, ${one(part)}]`)
  const parts = [
    values && hasValues
      ? call('listedValues', list(values.map((value) => JSON.stringify(value))))
      : '',
    prefix
      ? call('firstItems', list(prefix.map(one)), String(min), ...(items ? [one(items)] : []))
      : '',
    plan.all ? call('allShapes', list(plan.all.map(one))) : '',
    plan.any ? call('anyShape', list(plan.any.map(inChoice))) : '',
  ].filter((part) => part !== '')
  const members = [
    types === undefined ? '' : `types: ${types}`,
    required ? `required: ${list(required.map(renderText))}` : '',
    properties
      ? `properties: ${list(Object.entries(properties).map(([name, part]) => `[${renderText(name)}, ${one(part)}]`))}`
      : '',
    patterns || rest
      ? `others: ${call('otherMembers', names, list(pairs), ...(rest ? [one(rest)] : []))}`
      : '',
    items && !prefix ? `items: ${one(items)}` : '',
    parts.length > 0 ? `parts: ${list(parts)}` : '',
  ].filter((member) => member !== '')
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}
