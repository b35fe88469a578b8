import type { Path } from '../contract/pointer.ts'
import type { Problem } from '../contract/problem.ts'
import { listSchemaRoots, visitSchemas } from '../contract/schemas.ts'
import type { Specs } from '../contract/specs.ts'
import { createReferee, type Referee } from './referee.ts'

/** A `default`, or one of the `examples`, that the schema beside it refuses. */
export function checkSchemaValues(specs: Specs): Problem[] {
  let referee: Referee | undefined
  return listSchemaRoots(specs).flatMap((root) => {
    const source = specs.files.get(root.file)
    const problems: Problem[] = []
    visitSchemas(root.schema, (schema, below) => {
      const place = { file: root.file, path: [...root.path, ...below] }
      const examples = Array.isArray(schema.examples) ? schema.examples : []
      const shown: [Path, unknown][] = examples.map((one, index) => [['examples', index], one])
      if ('default' in schema) shown.push([['default'], schema.default])
      for (const [key, value] of shown) {
        const [issue] = judge(() => {
          referee ??= createReferee(specs)
          return referee(place, value, 'sent')
        })
        if (!source || !issue) continue
        const finding = {
          rule: 'dialect/refused-value',
          message: `Its own schema refuses this ${String(key[0]).replace(/s$/, '')}: it ${issue.message} (${issue.keyword}).`,
          fix: 'Write a value that the schema accepts, or delete it.',
        }
        problems.push(source.problem([...place.path, ...key], finding))
      }
    })
    return problems
  })
}

/** Schemas that do not compile are told by the dialect and by the check of examples. */
function judge<T>(run: () => T[]): T[] {
  try {
    return run()
  } catch {
    return []
  }
}
