import type { NamedSchema } from '../model.ts'
import { type Reading, readShape, type Shape } from '../runtime/shape.ts'
import { toRegExp } from '../schema/to-reg-exp.ts'
import { type ShapePlan, toShape } from './to-shape.ts'

/** Reads a value as the generated readers do. It throws where the value does, or nests too deeply. */
export type Reader = (value: unknown) => Reading

/** The readers of schemas by name, without generating code. */
export function createReaders(schemas: readonly NamedSchema[]): Map<string, Reader> {
  const shapes = new Map<string, Shape>()
  for (const { name, schema } of schemas) shapes.set(name, build(toShape(schema), shapes))
  return new Map([...shapes].map(([name, shape]) => [name, (value) => readShape(shape, value)]))
}

function build(plan: ShapePlan, shapes: ReadonlyMap<string, Shape>): Shape {
  const { ref, properties, patterns, rest, prefix, items, all, any, ...own } = plan
  const one = (part: ShapePlan) => build(part, shapes)
  if (ref !== undefined) return { all: [() => shapes.get(ref) as Shape] }
  return {
    ...own,
    ...(properties && {
      properties: Object.entries(properties).map(([name, part]) => [name, one(part)] as const),
    }),
    ...(patterns && {
      patterns: patterns.map(([pattern, part]) => [toRegExp(pattern) as RegExp, one(part)]),
    }),
    ...(rest && { rest: one(rest) }),
    ...(prefix && { prefix: prefix.map(one) }),
    ...(items && { items: one(items) }),
    ...(all && { all: all.map(one) }),
    ...(any && { any: any.map(one) }),
  }
}
