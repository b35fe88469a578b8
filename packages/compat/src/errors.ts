/** Each way in which a comparison ends without a verdict, all with exit code 2. */
export const compatErrors = {
  usage: 'The command line is invalid.',
  'side-missing': 'A side is neither a path nor a git revision.',
  'side-empty': 'A side contains no OpenAPI or AsyncAPI document.',
  'not-a-document': 'A file is not an OpenAPI or AsyncAPI document.',
  'document-invalid': 'A document cannot be read, or is not a valid contract.',
  'version-unsupported': 'A document is in an unsupported version of its format.',
  'versions-differ': 'The two sides are written in different versions of a format.',
  'kinds-differ': 'One side is an OpenAPI document, the other an AsyncAPI document.',
  'no-repository': 'A git revision is named outside a repository, or git is missing.',
  'history-missing': 'The last release is unknown in a shallow clone without tags.',
  'changeset-unreadable': 'A changeset cannot be read.',
  'node-too-old': 'This version of Node is too old.',
  internal: 'The command itself failed: please report it.',
} as const satisfies { readonly [code: string]: string }

export type CompatErrorCode = keyof typeof compatErrors

/** The comparison failed. The message is one line: what is wrong, and what to do. */
export class CompatError extends Error {
  override name = 'CompatError'
  readonly code: CompatErrorCode

  constructor(code: CompatErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
