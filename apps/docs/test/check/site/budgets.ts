import { isRedoc } from './use-site.ts'

const kibibyte = 1024

/** What a page may weigh with all that it loads, not compressed, and why. The first that fits counts. */
export const budgets: { kind: string; fits: (path: string) => boolean; bytes: number }[] = [
  {
    // The script of Redoc is in the page, 2.4 MiB of it, so that one file is enough.
    ...{ kind: 'Redoc page', fits: isRedoc, bytes: 2_700 * kibibyte },
  },
  {
    // Some 170 KiB of it are styles and scripts of Starlight, the same on every page. The largest page
    // names 60 schemas, the next ones show every answer of an operation with its examples.
    ...{ kind: 'reference', fits: (path) => path.startsWith('/reference/'), bytes: 440 * kibibyte },
  },
  {
    // Tables of every statement and its tests.
    kind: 'trace',
    fits: (path) => /^\/(traceability|open-points)\//.test(path),
    bytes: 440 * kibibyte,
  },
  {
    // A snippet for each language or place, every word of it marked for its colour.
    ...{
      kind: 'snippets',
      fits: (path) => /^\/(quickstart|guides\/embedding)\//.test(path),
      bytes: 360 * kibibyte,
    },
  },
  {
    // Prose, besides the styles and scripts that every page has.
    ...{ kind: 'prose', fits: () => true, bytes: 280 * kibibyte },
  },
]

export function budgetOf(path: string): { kind: string; bytes: number } {
  const budget = budgets.find(({ fits }) => fits(path))
  if (budget === undefined) throw new Error(`No budget fits ${path}.`)
  return budget
}
