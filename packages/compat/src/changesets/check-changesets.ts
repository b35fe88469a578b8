import type { Comparison } from '../compare.ts'
import { isBelow, type Level } from '../finding.ts'
import { publishedPackages } from '../packages.ts'

/** A package whose pending changesets ask for less than its verdict. */
export interface Shortfall {
  /** Full name of the package. */
  name: string
  wanted: Level
  declared: Level
}

/** What the pending changesets leave undeclared. */
export function checkChangesets(
  { packages }: Pick<Comparison, 'packages'>,
  declared: ReadonlyMap<string, Level>,
): Shortfall[] {
  return publishedPackages
    .map(({ name }) => ({
      name: `@partner-platform/${name}`,
      wanted: packages[name] ?? 'none',
      declared: declared.get(`@partner-platform/${name}`) ?? 'none',
    }))
    .filter(({ wanted, declared: level }) => isBelow(level, wanted))
}
