/** A page of a reference, as Markdown with semantic HTML in it. */
export interface ReferencePage {
  /** Where it stands: `reference/<document>/…`, with no slash at the end. */
  slug: string
  title: string
  /** One line of plain text. */
  description: string
  body: string
}

/** The first paragraph of a description as plain text of one line. */
export function toPlainLine(markdown: string): string {
  const [first = ''] = markdown.trim().split(/\n\s*\n/)
  return first
    .replaceAll(/[`*]|\[(?=[^\]]*\]\()/g, '')
    .replaceAll(/\]\([^)]*\)/g, '')
    .replaceAll(/\s+/g, ' ')
}
