import type { Problem } from '../errors.ts'
import type { Contract, JsonSchema, Location } from '../model.ts'
import { checkKeywords } from './check-keywords.ts'
import { checkLoops } from './check-loops.ts'
import { checkSenderOnly } from './check-sender-only.ts'
import { checkUnevaluatedItems } from './check-unevaluated-items.ts'
import { inside } from './inside.ts'
import { isObject, subschemasOf } from './subschemas.ts'
import type { Visit } from './visit.ts'

/** Something that validators carry in part, or that has no effect: for the user to know, not to mend. */
export interface Notice {
  location: Location
  message: string
}

/** What a writer of schemas should hear. */
export interface Findings {
  problems: Problem[]
  notices: Notice[]
}

/**
 * What stands between the schemas of a contract and their validators: problems for what cannot be
 * carried, notices for what is carried in part. Each names file, pointer, and what to write instead.
 */
export function checkSchemas(
  contract: Contract,
  {
    locate = (locations) => [...locations],
  }: { locate?: (locations: readonly Location[]) => Location[] } = {},
): Findings {
  const findings: Findings = { problems: [], notices: [] }
  const names = new Set(contract.schemas.map(({ name }) => name))
  for (const { schema, location } of contract.schemas) {
    walk(schema, { path: [], holders: [], pointer: '' }, (visit) => {
      const problem = (pointer: string, message: string) => {
        findings.problems.push({
          code: 'keyword',
          location: inside(location, visit.pointer + pointer),
          message,
        })
      }
      const notice = (pointer: string, message: string) => {
        findings.notices.push({ location: inside(location, visit.pointer + pointer), message })
      }
      const full: Visit = { ...visit, names, problem, notice }
      checkKeywords(full)
      checkSenderOnly(full)
    })
  }
  findings.problems.push(
    ...checkLoops(contract.schemas),
    ...checkUnevaluatedItems(contract.schemas),
  )
  return {
    problems: located(findings.problems, locate),
    notices: located(findings.notices, locate),
  }
}

type Place = Pick<Visit, 'path' | 'holders'> & { pointer: string }

function walk(
  schema: JsonSchema,
  place: Place,
  visit: (at: Place & { schema: Record<string, unknown> }) => void,
): void {
  if (!isObject(schema)) return
  visit({ ...place, schema })
  for (const inner of subschemasOf(schema)) {
    const path = [...place.path, inner.keyword]
    walk(
      inner.schema,
      { path, holders: [...place.holders, schema], pointer: place.pointer + inner.pointer },
      visit,
    )
  }
}

function located<T extends { location: Location }>(
  items: readonly T[],
  locate: (locations: readonly Location[]) => Location[],
): T[] {
  if (items.length === 0) return []
  const locations = locate(items.map(({ location }) => location))
  return items.map((item, index) => ({ ...item, location: locations[index] ?? item.location }))
}
