import type { Contract } from '../codegen/codegen.ts'
import type { SpecDocument } from '../document/spec-document.ts'
import type { DocumentKind } from '../finding.ts'

/** One of the two versions of the contract. */
export interface Side {
  /** As the user named it. */
  label: string
  /** What holds the documents, absolute. */
  folder: string
  /** A folder or revision is the whole contract; a file is one document of it. */
  isWhole: boolean
  /** The documents as one contract. */
  contract: Contract
  documents: { [kind in DocumentKind]?: SpecDocument }
  /** Removes what was written to read it. */
  close: () => void
}

export interface SideOptions {
  /** Where paths and the search for a repository start. */
  cwd: string
  /** The folder of the documents within a git revision. */
  specs: string
}
