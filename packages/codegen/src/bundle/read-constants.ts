import type { Target } from '../load/document-store.ts'
import type { Constant } from '../model.ts'
import { compareText } from './claim-names.ts'
import { type Context, child, expectObject, isObject, locationOf } from './node.ts'

/** Every `x-constants` entry of the documents: `name: { value, description?, x-decision? }` or a bare value. */
export function readConstants(documents: readonly Target[], context: Context): Constant[] {
  const constants = new Map<string, Constant>()
  for (const document of documents) {
    const map = isObject(document.value) ? child(document, 'x-constants') : undefined
    if (map?.value === undefined) continue
    for (const name of Object.keys(expectObject(map, context) ?? {})) {
      const constant = readConstant(name, child(map, name))
      const known = constants.get(name)
      if (known !== undefined && JSON.stringify(known.value) !== JSON.stringify(constant.value)) {
        context.report.add(
          'duplicate',
          constant.location,
          `the constant '${name}' has another value in ${known.location.file}. Rename one of them.`,
        )
      }
      constants.set(name, known ?? constant)
    }
  }
  return [...constants.values()].toSorted((a, b) => compareText(a.name, b.name))
}

function readConstant(name: string, target: Target): Constant {
  const { value } = target
  const location = locationOf(target)
  if (!isObject(value) || !('value' in value))
    return { name, value, description: null, decision: null, location }
  const decision = value['x-decision']
  return {
    name,
    value: value.value,
    description: typeof value.description === 'string' ? value.description : null,
    decision: Array.isArray(decision)
      ? decision.join(', ')
      : typeof decision === 'string'
        ? decision
        : null,
    location,
  }
}
