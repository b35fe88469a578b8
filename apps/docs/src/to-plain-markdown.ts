import Turndown from 'turndown'

/**
 * A page without HTML, for scripts and AI agents: what a browser shows as lists of fields and tables
 * becomes lists and tables of Markdown. Code blocks stay as they are.
 */
export function toPlainMarkdown(body: string): string {
  return body.replaceAll(parts, (part: string) => {
    if (!part.startsWith('<')) return part
    return turndown.turndown(part).replaceAll(/^\s+$/gm, '')
  })
}

/** A code block; a block of HTML, which ends at a blank line; or a badge in a heading. */
const parts = /^(`{3,})[\s\S]*?\n\1$|^<(?:[^\n]|\n(?!\n))*|(?<=^#+ )<span .*<\/span>$/gm

const turndown = new Turndown({
  headingStyle: 'atx',
  codeBlockStyle: 'fenced',
  bulletListMarker: '-',
  emDelimiter: '*',
})

/** The parts of a DOM element that are used here. Packages that import this file compile without DOM types. */
interface Element {
  nodeName: string
  className: string
  textContent: string | null
  innerHTML: string
  parentNode: unknown
  children: ArrayLike<Element>
  childNodes: ArrayLike<{ textContent: string | null }>
  getAttribute(name: string): string | null
  querySelector(selector: string): Element | null
  querySelectorAll(selector: string): ArrayLike<Element>
}

const parentOf = ({ parentNode }: Pick<Element, 'parentNode'>) => parentNode as Element

const isOf = (tag: string, name: string) => (node: Element) =>
  node.nodeName === tag && ` ${node.className} `.includes(` ${name} `)

/** One line of a list; what follows its first line is below it. */
const toItem = (depth: number, head: string, more: string) => {
  const lines = more.trim().split(/\n+/).filter(Boolean)
  const indent = '  '.repeat(depth)
  return [`\n${indent}- ${head.trim()}`, ...lines.map((line) => `\n${indent}  ${line}`)].join('')
}

const childText = (node: Element, tag: string) =>
  turndown.turndown(node.querySelector(tag)?.innerHTML ?? '')

turndown
  .addRule('picture', {
    filter: (node) => node.nodeName.toLowerCase() === 'svg',
    replacement: (_, node) => (node as Element).querySelector('title')?.textContent ?? '',
  })
  .addRule('code', {
    filter: 'code',
    replacement(_, node) {
      const text = (node.textContent ?? '').replaceAll(/\s+/g, ' ')
      const ticks = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length)) + 1
      const space = ticks > 1 ? ' ' : ''
      return `${'`'.repeat(ticks)}${space}${text}${space}${'`'.repeat(ticks)}`
    },
  })
  .addRule('item', { filter: 'li', replacement: (content) => `\n- ${content.trim()}` })
  .addRule('kind', {
    filter: (node) => isOf('P', 'ref-kind')(node) || node.nodeName === 'SUMMARY',
    replacement: (content) => `\n\n**${content.replaceAll('**', '')}**\n\n`,
  })
  .addRule('card', {
    filter: (node) => node.nodeName === 'A' && parentOf(node).className === 'cards',
    replacement(_, node) {
      const link = node as Element
      const [name, ...rest] = Array.from(link.childNodes).map(({ textContent }) =>
        textContent?.trim(),
      )
      return `\n- [${name}](${link.getAttribute('href')}): ${rest.join(' ').trim()}`
    },
  })
  .addRule('field', {
    filter: isOf('DIV', 'ref-field'),
    replacement(_, node) {
      const field = node as Element
      const depth = Number(/ref-depth-(\d)/.exec(field.className)?.[1] ?? 0)
      return toItem(depth, childText(field, 'dt'), childText(field, 'dd'))
    },
  })
  .addRule('fact', {
    filter: (node) => node.nodeName === 'DIV' && isOf('DL', 'ref-facts')(parentOf(node)),
    replacement: (_, node) => {
      const fact = node as Element
      return toItem(0, `${childText(fact, 'dt')}: ${childText(fact, 'dd')}`, '')
    },
  })
  .addRule('table', {
    filter: 'table',
    replacement(_, node) {
      const rows = Array.from((node as Element).querySelectorAll('tr')).map((row) =>
        Array.from(row.children).map(({ innerHTML }) => toCell(innerHTML)),
      )
      const [head = [], ...body] = rows
      const caption = childText(node as Element, 'caption')
      const lines = [head, head.map(() => '---'), ...body].map(
        (cells) => `| ${cells.join(' | ')} |`,
      )
      return `\n\n${caption && `**${caption}**\n\n`}${lines.join('\n')}\n\n`
    },
  })

const toCell = (html: string) =>
  turndown.turndown(html).replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')
