import type { Problem } from '../errors.ts'
import type { Contract, JsonSchema, Location } from '../model.ts'
import { checkKeywords } from './check-keywords.ts'
import { checkLoops } from './check-loops.ts'
import { checkSenderOnly } from './check-sender-only.ts'
import { checkUnevaluatedItems } from './check-unevaluated-items.ts'
import { isObject, subschemasOf } from './subschemas.ts'

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

/** One schema object with what the checks of it need to know. */
export interface Visit {
  schema: Record<string, unknown>
  /** The keywords on the way from the named schema to this one. */
  path: readonly string[]
  /** The holders of those keywords, the named schema first. */
  holders: readonly Record<string, unknown>[]
  names: ReadonlySet<string>
  problem: (pointer: string, message: string) => void
  notice: (pointer: string, message: string) => void
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

/** The position is that of the named schema, so it is left out where the pointer leads into it. */
export function inside(location: Location, pointer: string): Location {
  return pointer === '' ? location : { file: location.file, pointer: location.pointer + pointer }
}

function located<T extends { location: Location }>(
  items: readonly T[],
  locate: (locations: readonly Location[]) => Location[],
): T[] {
  if (items.length === 0) return []
  const locations = locate(items.map(({ location }) => location))
  return items.map((item, index) => ({ ...item, location: locations[index] ?? item.location }))
}
