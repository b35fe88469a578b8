import { compareText } from './claim-names.ts'

/** The content type that represents a body: JSON, else a `+json` type, else any other. */
export function preferredContentType(contentTypes: readonly string[]): string | undefined {
  return contentTypes.toSorted((a, b) => rank(a) - rank(b) || compareText(a, b))[0]
}

function rank(contentType: string): number {
  if (/^application\/json\s*(;|$)/i.test(contentType)) return 0
  return /\+json\s*(;|$)/i.test(contentType) ? 1 : 2
}
