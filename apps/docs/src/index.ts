export { buildDocs } from './build-docs.ts'
export { type ContractDocument, documents } from './documents.ts'
export { DocsError } from './errors.ts'
export { serveDocs } from './serve-docs.ts'
