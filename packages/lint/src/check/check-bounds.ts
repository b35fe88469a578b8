import type { Problem } from '../contract/problem.ts'
import { listSchemaRoots, visitSchemas } from '../contract/schemas.ts'
import type { Specs } from '../contract/specs.ts'

/** A lower and an upper bound; `mayMeet` where one value within both is left when they are equal. */
const bounds = [
  { low: 'minLength', high: 'maxLength', mayMeet: true },
  { low: 'minItems', high: 'maxItems', mayMeet: true },
  { low: 'minProperties', high: 'maxProperties', mayMeet: true },
  { low: 'minimum', high: 'maximum', mayMeet: true },
  { low: 'minimum', high: 'exclusiveMaximum', mayMeet: false },
  { low: 'exclusiveMinimum', high: 'maximum', mayMeet: false },
  { low: 'exclusiveMinimum', high: 'exclusiveMaximum', mayMeet: false },
]

/** Schemas that no value can meet, as a lower bound is above the upper one. */
export function checkBounds(specs: Specs): Problem[] {
  return listSchemaRoots(specs).flatMap((root) => {
    const source = specs.files.get(root.file)
    const problems: Problem[] = []
    visitSchemas(root.schema, (schema, path) => {
      for (const { low, high, mayMeet } of bounds) {
        const [from, to] = [schema[low], schema[high]]
        if (!source || typeof from !== 'number' || typeof to !== 'number') continue
        if (from < to || (mayMeet && from === to)) continue
        const finding = {
          rule: 'dialect/bounds',
          message: `No value meets both: ${low} is ${from}, and ${high} is ${to}.`,
          fix: `Raise ${high}, lower ${low}, or leave one of them out.`,
        }
        problems.push(source.problem([...root.path, ...path, high], finding))
      }
    })
    return problems
  })
}
