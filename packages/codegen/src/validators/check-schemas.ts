import type { Notice, Problem } from '../errors.ts'
import type { Contract, JsonSchema, Location, NamedSchema } from '../model.ts'
import { isObject, subschemasOf } from '../schema/subschemas.ts'
import { checkKeywords } from './check-keywords.ts'
import { checkLoops } from './check-loops.ts'
import { checkSenderOnly } from './check-sender-only.ts'
import { checkUnevaluatedItems } from './check-unevaluated-items.ts'
import { inside } from './inside.ts'
import type { Visit } from './visit.ts'

/** A schema, and where it stands. */
export type PlacedSchema = Pick<NamedSchema, 'schema' | 'location'>

/** What a writer of schemas should hear. */
export interface Findings {
  problems: Problem[]
  notices: Notice[]
}

/** What to check, and how far. */
interface CheckOptions {
  locate?: (locations: readonly Location[]) => Location[]
  /** Schemas that have no name, such as those of parameters. No validator is emitted for them. */
  unnamed?: readonly PlacedSchema[]
  /** False where no validators are emitted: what only they cannot carry is passed over. @default true */
  hasValidators?: boolean
}

/**
 * What is wrong with the schemas of a contract, or stands between them and their validators: problems
 * for what cannot be carried, notices for what is carried in part. Each names file, pointer, and what to
 * write instead.
 */
export function checkSchemas(
  { schemas }: Pick<Contract, 'schemas'>,
  { locate = (locations) => [...locations], unnamed = [], hasValidators = true }: CheckOptions = {},
): Findings {
  const findings: Findings = { problems: [], notices: [] }
  const names = new Set(schemas.map(({ name }) => name))
  const check = ({ schema, location }: PlacedSchema, isEmitted: boolean) => {
    walk(schema, { path: [], pointer: '', isEmitted }, (visit) => {
      const at = (pointer: string) => inside(location, visit.pointer + pointer)
      const problem = (pointer: string, message: string) =>
        findings.problems.push({ code: 'keyword', location: at(pointer), message })
      const notice = (pointer: string, message: string) =>
        findings.notices.push({ location: at(pointer), message })
      const full: Visit = { ...visit, names, problem, notice }
      checkKeywords(full)
      if (visit.isEmitted) checkSenderOnly(full)
    })
  }
  for (const named of schemas) check(named, hasValidators)
  for (const placed of unnamed) check(placed, false)
  if (hasValidators)
    findings.problems.push(...checkLoops(schemas), ...checkUnevaluatedItems(schemas))
  return {
    problems: located(findings.problems, locate),
    notices: located(findings.notices, locate),
  }
}

type Place = Pick<Visit, 'path' | 'isEmitted'> & { pointer: string }

function walk(
  schema: JsonSchema,
  place: Place,
  visit: (at: Place & { schema: Record<string, unknown> }) => void,
): void {
  if (!isObject(schema)) return
  visit({ ...place, schema })
  for (const { keyword, schema: inner, pointer } of subschemasOf(schema)) {
    const path = [...place.path, keyword]
    walk(inner, { ...place, path, pointer: place.pointer + pointer }, visit)
  }
  // An annotation, so no validator looks into it; its rules are rules nonetheless.
  const pointer = `${place.pointer}/contentSchema`
  const path = [...place.path, 'contentSchema']
  if (isObject(schema.contentSchema))
    walk(schema.contentSchema, { path, pointer, isEmitted: false }, visit)
}

function located<T extends { location: Location }>(
  items: readonly T[],
  locate: (locations: readonly Location[]) => Location[],
): T[] {
  if (items.length === 0) return []
  const locations = locate(items.map(({ location }) => location))
  return items.map((item, index) => ({ ...item, location: locations[index] ?? item.location }))
}
