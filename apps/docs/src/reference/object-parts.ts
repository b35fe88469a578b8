import type { BundleNode } from './bundle-node.ts'
import {
  codeOf,
  type Fact,
  type Html,
  html,
  joinHtml,
  renderLine,
  renderProse,
  table,
} from './markup.ts'

// Parts that objects of both kinds of document may have.

/** Extensions with their own wording. All others are shown by name. */
const words: Record<string, (value: Html) => Html> = {
  'x-source': (value) => html`Source: ${value}`,
  'x-decision': (value) => html`Decision: ${value}`,
  'x-sender-only': () => html`This binds the sender; a reader accepts more.`,
  'x-name': (value) => html`Name in code: ${value}`,
}

/** The statements and decisions that an object comes from, as one line. */
export function readOrigin(node: BundleNode): Html | undefined {
  const names = ['x-source', 'x-decision'].filter(node.has)
  return lineOf(
    names.map((name) => sayMark([name, node.take(name)])),
    ' · ',
  )
}

function sayMark([name, value]: [string, unknown]): Html {
  const shown = joinHtml([value].flat().map(codeOf))
  return words[name]?.(shown) ?? html`${name}: ${shown}`
}

/** The extensions of an object as one line; `undefined` if it has none, or all have been read. */
export function readMarks(node: BundleNode): Html | undefined {
  const marks = node.extensions().map(sayMark)
  if (marks.length === 0) return undefined
  return html`<small class="ref-marks">${joinHtml(marks, ' · ')}</small>`
}

/** The description of an object and its extensions, for a list or a table. */
export function readWords(node: BundleNode): Html {
  const description = node.text('description')
  const mark = readMarks(node)
  return html`${description && renderProse(description)}${mark && html`<p>${mark}</p>`}`
}

/** A list as one line; `undefined` if it is empty. */
export const lineOf = (parts: readonly Html[], between?: string): Html | undefined =>
  parts.length === 0 ? undefined : joinHtml(parts, between)

/** A text of the object as code. */
export function codeText(node: BundleNode, key: string): Html | undefined {
  const text = node.text(key)
  return text === undefined ? undefined : codeOf(text)
}

export const commonFacts = (node: BundleNode): Fact[] => [
  ['Tags', lineOf(node.places('tags').map(({ value, pointer }) => toTag(node, value, pointer)))],
  ['Bindings', lineOf(node.places('bindings').map(toBinding))],
  ['More', readDocs(node)],
  ['Traced to', readMarks(node)],
]

/** A tag is a name in OpenAPI, and an object in AsyncAPI. */
function toTag({ bundle }: BundleNode, value: unknown, pointer: string): Html {
  if (typeof value === 'string') return codeOf(value)
  const tag = bundle.resolve(value, pointer)
  const description = tag.text('description')
  return html`${codeText(tag, 'name')}${description && html` (${renderLine(description)})`}`
}

const toBinding = ({ name, value }: { name: string; value: unknown }) =>
  html`${codeOf(name)}: ${codeOf(value)}`

export function readDocs(node: BundleNode): Html | undefined {
  const docs = node.child('externalDocs')
  if (docs === undefined) return undefined
  const description = docs.text('description')
  return html`${description && html`${renderLine(description)} `}${linkOf(docs.text('url'))}`
}

/** Only a web address becomes a link. */
function linkOf(url: string | undefined): Html | undefined {
  if (url === undefined) return undefined
  return /^https?:\/\//i.test(url) ? html`<a href="${url}">${url}</a>` : html`${url}`
}

/** What a document says about itself. */
export const infoFacts = (info: BundleNode): Fact[] => [
  ['Version', codeOf(info.text('version') ?? '')],
  ['License', named(info.child('license'))],
  ['Contact', named(info.child('contact'))],
  ['Terms of service', linkOf(info.text('termsOfService'))],
  ...commonFacts(info),
]

function named(node: BundleNode | undefined): Html | undefined {
  if (node === undefined) return undefined
  const names = ['name', 'identifier', 'email'].flatMap((key) => node.text(key) ?? [])
  const link = linkOf(node.text('url'))
  return joinHtml([...[...new Set(names)].map((name) => html`${name}`), ...(link ? [link] : [])])
}

/** Servers as a table below the given text; nothing without servers. */
export function renderServers(
  servers: readonly [name: string, server: BundleNode][],
  { above = '', caption }: { above?: string; caption: string },
): string[] {
  if (servers.length === 0) return []
  const rows = servers.map(([key, server]) => {
    const description = server.text('description')
    // OpenAPI lists servers without names.
    const isNamed = !/^\d+$/.test(key)
    const lines = [
      isNamed && description !== undefined ? renderLine(description) : undefined,
      readMarks(server),
    ].flatMap((line) => (line === undefined ? [] : html`<br>${line}`))
    const variables = server.children('variables').map(renderVariable)
    const address = codeOf(addressOf(server))
    return [isNamed ? key : (description ?? key), html`${address}${lines}${variables}`] as const
  })
  return [above, table({ caption, columns: ['Server', 'Address'] }, rows)]
}

function addressOf(server: BundleNode): string {
  const url = server.text('url')
  if (url !== undefined) return url
  return `${server.text('protocol')}://${server.text('host')}${server.text('pathname') ?? ''}`
}

function renderVariable([name, variable]: [string, BundleNode]): Html {
  const description = variable.text('description')
  const fallback = codeText(variable, 'default')
  const values = lineOf(variable.names('enum').map(codeOf))
  const examples = lineOf(variable.names('examples').map(codeOf))
  const parts = [
    description && renderLine(description),
    fallback && html`Default: ${fallback}.`,
    values && html`One of ${values}.`,
    examples && html`For example ${examples}.`,
    readMarks(variable),
  ].flatMap((part) => part || [])
  return html`<br>${codeOf(`{${name}}`)}: ${joinHtml(parts, ' ')}`
}
