import type { GeneratedSymbol } from './read-symbols.ts'

/** The names of symbols as a page shows them: one for all statuses, and none that stands beside another. */
export const toSymbolNames = (symbols: readonly GeneratedSymbol[]): string[] => [
  ...new Set(
    symbols
      .filter(({ isBeside }) => isBeside === undefined)
      .map(({ name }) => name.replace(/(?<=[a-z])\d{3}(?=[A-Z])/, '…')),
  ),
]
