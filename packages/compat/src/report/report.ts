import type { ChangesetCheck } from '../changesets/check-changesets.ts'
import type { Comparison } from '../compare.ts'
import type { Party } from '../finding.ts'

/** What a report is made from. */
export interface ReportInput {
  comparison: Comparison
  /** Null without `--changeset`. */
  changesets: ChangesetCheck | null
  /** Whether standard output takes colours. */
  isColored: boolean
  /** The folder of the newer side, where paths in annotations start. */
  folder: string
}

export type Reporter = (input: ReportInput) => string

/** What each package lacks, as one line each. */
export const tellShortfalls = ({ shortfalls }: ChangesetCheck): string[] =>
  shortfalls.map(({ name, wanted, declared }) => `${name} needs ${wanted}, has ${declared}`)

const parties: readonly Party[] = ['caller', 'sender', 'receiver']

/** One line for people: which changesets declare the change, and whom a break hits. */
export function tellDeclared(
  { level, findings }: Pick<Comparison, 'level' | 'findings'>,
  { declaredBy }: Pick<ChangesetCheck, 'declaredBy'>,
): string {
  if (level === 'none') return 'No changeset is needed.'
  const files = declaredBy.join(', ')
  if (level !== 'major') return `The change is declared by ${files}.`
  const hits = findings.flatMap((finding) => (finding.level === 'major' ? finding.hits : []))
  const hit = parties.filter((party) => hits.includes(party))
  return `The break is declared by ${files}. It breaks: ${hit.join(', ')}.`
}
