export interface ContractDocument {
  /** Name of its pages and of its bundle: `reference/<id>/`, `reference/<id>.html`, `<id>.json`. */
  id: string
  /** File in `specs/`. */
  file: string
  summary: string
  /** Whether partners are promised what it says. */
  isContract: boolean
}

/** A document with its bundle built; the title is the document's own. */
export interface BundledDocument extends ContractDocument {
  title: string
  bundle: Bundle
}

/** A bundled document, as plain JSON. */
export type Bundle = Record<string, unknown>

/** Every document, in reading order. A document that is not here has no page. */
export const documents: ContractDocument[] = [
  {
    id: 'openapi',
    file: 'openapi.yaml',
    summary: 'What partners call: the list of origin countries.',
    isContract: true,
  },
  {
    id: 'asyncapi',
    file: 'asyncapi.yaml',
    summary: 'What partners receive: a signed webhook when a submission changes its status.',
    isContract: true,
  },
  {
    id: 'operator',
    file: 'operator.yaml',
    summary: 'How the reference server is driven. No part of the contract.',
    isContract: false,
  },
]
