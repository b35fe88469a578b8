import type { NamedSchema } from '../model.ts'
import { type ShapePlan, toShape } from './to-shape.ts'

const structured = (1 << 4) | (1 << 5)

/** The schemas whose values are neither objects nor arrays. */
export function namesOfScalars(schemas: readonly NamedSchema[]): Set<string> {
  const plans = new Map(schemas.map(({ name, schema }) => [name, toShape(schema)]))
  const isScalar = (plan: ShapePlan | undefined, open: readonly string[]): boolean => {
    if (plan === undefined) return false
    const { types, ref, all = [], any = [] } = plan
    if (types !== undefined) return (types & structured) === 0
    if (ref !== undefined) return !open.includes(ref) && isScalar(plans.get(ref), [...open, ref])
    return (
      all.some((one) => isScalar(one, open)) ||
      (any.length > 0 && any.every((one) => isScalar(one, open)))
    )
  }
  return new Set([...plans].flatMap(([name, plan]) => (isScalar(plan, [name]) ? [name] : [])))
}
