import type { DocumentKind, Finding } from './finding.ts'

/** The packages that carry the contract to others, in the order in which it flows, and what they are made of. */
export const publishedPackages: readonly {
  name: string
  documents: readonly DocumentKind[]
  /** Whether changes of descriptions reach it too. */
  hasTexts: boolean
}[] = [
  { name: 'specs', documents: ['openapi', 'asyncapi'], hasTexts: true },
  { name: 'fixtures', documents: ['openapi', 'asyncapi'], hasTexts: false },
  { name: 'types', documents: ['openapi', 'asyncapi'], hasTexts: true },
  { name: 'validators', documents: ['openapi', 'asyncapi'], hasTexts: false },
  { name: 'client', documents: ['openapi'], hasTexts: false },
  { name: 'webhooks', documents: ['asyncapi'], hasTexts: false },
  { name: 'conformance', documents: ['openapi', 'asyncapi'], hasTexts: false },
  { name: 'cli', documents: ['openapi', 'asyncapi'], hasTexts: false },
]

/** Which packages a change of the wire reaches. A webhook in an OpenAPI document is one of AsyncAPI to them. */
export function reachOf({ document, level, hits }: Pick<Finding, 'document' | 'level' | 'hits'>) {
  const isWebhook =
    document === 'asyncapi' || (hits.includes('receiver') && !hits.includes('caller'))
  const kind = isWebhook ? 'asyncapi' : 'openapi'
  return publishedPackages
    .filter(
      ({ documents, hasTexts }) => documents.includes(kind) && (level !== 'patch' || hasTexts),
    )
    .map(({ name }) => name)
}
