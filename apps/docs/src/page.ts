/** One page of the site, as Markdown. */
export interface Page {
  /** Its address without slashes around it; `''` is the landing page. */
  slug: string
  title: string
  /** One sentence: in search results, in `llms.txt`, below the title of the Markdown file. */
  description: string
  /** Markdown below the title, which is not repeated in it. */
  body: string
  /** The HTTP method of its operation. */
  method?: string
  /** Whether it needs the space of the table of contents. @default false */
  isWide?: boolean
  /** Whether it shows a released version, not the current documents. The search leaves it out. @default false */
  isReleased?: boolean
  /** The file of the repository to edit. */
  source?: string
  /** Slugs of the reference pages that also show this page's first programs. */
  samples?: string[]
}

/** Titled code fences one after the other, which become tabs. */
export const tabs = /(?:^(`{3,})\w+ title="[^"]+"\n(?:(?!\1).*\n)*\1(?:\n+|$)){2,}/gm

/** A titled code fence: its ticks, language, title, and code with the last ticks. */
export const fence = /^(`{3,})(\w+) title="([^"]+)"(\n(?:(?!\1).*\n)*\1)$/gm

/** Address of a page on the site. */
export const addressOf = ({ slug }: Pick<Page, 'slug'>) => (slug === '' ? '/' : `/${slug}/`)
