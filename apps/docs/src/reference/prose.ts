import { micromark } from 'micromark'
import { Html } from './html.ts'

/**
 * A description in Markdown as HTML without a blank line. HTML in it is shown as text, a dangerous link leads
 * nowhere, a picture becomes its words, and headings are bold lines: those of a page are its own.
 */
export function renderProse(markdown: string): Html {
  const text = micromark(markdown)
    .replace(/<pre>[\s\S]*?<\/pre>/g, (block) => block.replaceAll('\n', '&#10;'))
    .replace(/<img src="([^"]*)" alt="([^"]*)"[^>]*>/g, '$2 ($1)')
    .replace(/<h[1-6]>([\s\S]*?)<\/h[1-6]>/g, '<p><strong>$1</strong></p>')
  return new Html(text.trim().replaceAll(/\n\s*\n/g, '\n'))
}

/** The same without the paragraph around it, where it is one. */
export function renderLine(markdown: string): Html {
  const { text } = renderProse(markdown)
  const only = /^<p>((?:(?!<p>)[\s\S])*)<\/p>$/.exec(text)
  return new Html(only?.[1] ?? text)
}
