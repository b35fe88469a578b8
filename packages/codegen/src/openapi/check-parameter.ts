import { type Context, child, expectObject, kindOf, locationOf } from '../bundle/node.ts'
import type { Target } from '../load/document-store.ts'
import { isParameterPlace, parameterPlaces } from './parameter-places.ts'

/** Reports a parameter that does not say what it is called or where it stands. */
export function checkParameter(target: Target, context: Context): void {
  const source = expectObject(target, context)
  if (source === undefined) return
  if (typeof source.name !== 'string') {
    const message = `a parameter has no name: expected a text, received ${describe(source.name)}. Write its name.`
    context.report.add('structure', locationOf(child(target, 'name')), message)
  }
  if (isParameterPlace(source.in)) return
  const places = parameterPlaces.join(', ')
  const message = `a parameter has no place: expected ${places}, received ${describe(source.in)}. Write one of them.`
  context.report.add('structure', locationOf(child(target, 'in')), message)
}

function describe(value: unknown): string {
  if (value === undefined) return 'none'
  return typeof value === 'string' ? 'another text' : kindOf(value)
}
