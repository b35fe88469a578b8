import { compareText, isObject } from '../json.ts'
import type { Node } from '../load/node.ts'
import type { Constant } from '../model.ts'

/** Every `x-constants` entry of the documents: `name: { value, description?, x-decision? }` or a bare value. */
export function readConstants(documents: readonly Node[]): Constant[] {
  const constants = new Map<string, Constant>()
  for (const document of documents) {
    for (const [name, node] of document.child('x-constants').members()) {
      const constant = readConstant(name, node)
      const known = constants.get(name)
      if (known === undefined) constants.set(name, constant)
      else if (JSON.stringify(known.value) !== JSON.stringify(constant.value)) {
        const message = `the constant '${name}' has another value in ${known.location.file}. Rename one of them.`
        node.problem('duplicate', message)
      }
    }
  }
  return [...constants.values()].toSorted((a, b) => compareText(a.name, b.name))
}

function readConstant(name: string, { value, location }: Node): Constant {
  if (!isObject(value) || !('value' in value))
    return { name, value, description: null, decision: null, location }
  const { description, 'x-decision': decision } = value
  const decisions = [decision].flat().filter((one) => typeof one === 'string')
  return {
    name,
    value: value.value,
    location,
    description: typeof description === 'string' ? description : null,
    decision: decisions.length > 0 ? decisions.join(', ') : null,
  }
}
