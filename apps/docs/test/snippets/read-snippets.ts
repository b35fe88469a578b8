import { contentPages } from '../all-pages.ts'

export type Snippet = {
  slug: string
  /** What its tab is called. */
  title: string
  language: string
  source: string
}

/** The fences of every written page that have a title, in order: what a reader is to run. */
export const snippets: Snippet[] = contentPages.flatMap(({ slug, body }) =>
  [...body.matchAll(/^```(\w+) title="([^"]+)"\n([\s\S]*?)\n```$/gm)].map(
    ([, language = '', title = '', source = '']) => ({ slug, title, language, source }),
  ),
)

/** The snippets of a page whose source has the text. */
export function snippetsOf(slug: string, text: string): Snippet[] {
  return snippets.filter((snippet) => snippet.slug === slug && snippet.source.includes(text))
}
