import { compareText } from './claim-names.ts'

/** The content type that stands for a body: JSON before its derivatives, those before all others. */
export function preferredContentType(contentTypes: readonly string[]): string | undefined {
  return contentTypes.toSorted((a, b) => rank(a) - rank(b) || compareText(a, b))[0]
}

function rank(contentType: string): number {
  if (/^application\/json\s*(;|$)/i.test(contentType)) return 0
  return /\+json\s*(;|$)/i.test(contentType) ? 1 : 2
}
