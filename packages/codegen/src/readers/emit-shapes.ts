import { reachedFrom } from '../json.ts'
import type { GeneratedFile, NamedSchema } from '../model.ts'
import { renderText } from '../render.ts'
import { toRegExp } from '../schema/to-reg-exp.ts'
import { mapParts, type ShapePlan, toShape } from './to-shape.ts'

/** `shapes.ts`: for each schema what its reader needs. Those that others refer to come first. */
export function emitShapes(schemas: readonly NamedSchema[]): GeneratedFile {
  const plans = new Map(schemas.map(({ name, schema }) => [name, toShape(schema)]))
  const chosen = namesInChoices(plans)
  const done = new Set<string>()
  const parts: string[] = []
  const emit = (name: string, open: ReadonlySet<string>): void => {
    const plan = plans.get(name)
    if (plan === undefined || done.has(name) || open.has(name)) return
    for (const ref of refsOf(plan)) emit(ref, new Set([...open, name]))
    if (done.has(name)) return
    const text = render(plan, { done, hasValues: chosen.has(name) })
    parts.push(`export const ${name}: r.Shape = ${plan.ref ? `{ all: [${text}] }` : text}\n`)
    done.add(name)
  }
  for (const { name } of schemas) emit(name, new Set())
  const head = parts.length === 0 ? 'export {}\n' : "import type * as r from './runtime.ts'\n\n"
  return { path: 'shapes.ts', content: head + parts.join('\n') }
}

/** The schemas that stand below a choice, where listed values tell the branches apart. */
function namesInChoices(plans: ReadonlyMap<string, ShapePlan>): Set<string> {
  const chosenIn = (plan: ShapePlan): string[] => [
    ...(plan.any ?? []).flatMap(refsOf),
    ...partsOf(plan).flatMap(chosenIn),
  ]
  const targets = new Map([...plans].map(([name, plan]) => [name, refsOf(plan)]))
  return reachedFrom([...plans.values()].flatMap(chosenIn), targets)
}

function partsOf(plan: ShapePlan): ShapePlan[] {
  const parts: ShapePlan[] = []
  mapParts(plan, (part) => parts.push(part))
  return parts
}

const refsOf = (plan: ShapePlan): string[] =>
  plan.ref === undefined ? partsOf(plan).flatMap(refsOf) : [plan.ref]

function render(
  { any, ...plan }: ShapePlan,
  rendering: { done: ReadonlySet<string>; hasValues: boolean },
): string {
  const { done, hasValues } = rendering
  if (plan.ref !== undefined) return done.has(plan.ref) ? plan.ref : `() => ${plan.ref}`
  const parts = mapParts(plan, (part) => render(part, rendering))
  const choices = any?.map((part) => render(part, { done, hasValues: true }))
  const list = (codes: readonly string[] | undefined) => codes && `[${codes.join(', ')}]`
  const patterns = parts.patterns?.map(([pattern, code]) => `[${toRegExp(pattern)}, ${code}]`)
  const members = {
    types: parts.types,
    values: hasValues ? list(parts.values?.map((value) => JSON.stringify(value))) : undefined,
    required: list(parts.required?.map(renderText)),
    properties: list(parts.properties?.map(([name, code]) => `[${renderText(name)}, ${code}]`)),
    patterns: list(patterns),
    rest: parts.rest,
    prefix: list(parts.prefix),
    min: parts.min === 0 ? undefined : parts.min,
    items: parts.items,
    all: list(parts.all),
    any: list(choices),
  }
  const codes = Object.entries(members).flatMap(([name, code]) =>
    code === undefined ? [] : `${name}: ${code}`,
  )
  return codes.length === 0 ? '{}' : `{ ${codes.join(', ')} }`
}
