export interface ContractDocument {
  /** Name of the page and of its bundle: `reference/<id>.html`, `<id>.json`. */
  id: string
  /** File in `specs/`. */
  file: string
  summary: string
}

/** A document with its page built; the title is the document's own. */
export interface ReferencePage extends ContractDocument {
  title: string
}

/** Every document of the contract, in reading order. A document that is not here has no page. */
export const documents: ContractDocument[] = [
  {
    id: 'openapi',
    file: 'openapi.yaml',
    summary: 'What partners call: the list of origin countries.',
  },
  {
    id: 'asyncapi',
    file: 'asyncapi.yaml',
    summary: 'What partners receive: a signed webhook when a submission changes its status.',
  },
]
