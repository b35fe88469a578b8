import type { BundleNode } from '../bundle-node.ts'
import {
  block,
  codeOf,
  type Html,
  heading,
  html,
  joinBlocks,
  joinHtml,
  readMarks,
  renderDeprecated,
  renderLine,
  renderProse,
  toSlug,
} from '../markup.ts'
import {
  readDocs,
  readInfo,
  renderConstants,
  renderList,
  renderSchemaLinks,
  renderServers,
} from '../overview-parts.ts'
import type { PageWriter, ReferencePage } from '../page-writer.ts'
import {
  type Message,
  namedMessages,
  type OperationUse,
  readBindings,
  readTags,
} from './read-asyncapi.ts'

interface OverviewParts {
  messages: readonly Message[]
  operations: readonly OperationUse[]
  schemas: readonly { name: string }[]
  writer: PageWriter
}

/** The first page of a document: what it is, where messages go, which there are. */
export function renderOverview(root: BundleNode, parts: OverviewParts): ReferencePage {
  const { schemas, writer } = parts
  for (const key of ['asyncapi', 'components']) root.take(key)
  const info = root.child('info')
  if (info === undefined) throw new TypeError('The document has no info.')
  const tags = readTags(info)
  const { title, line, blocks } = readInfo(info)
  const servers = root.children('servers')
  const caption = 'Where messages go'
  const constants = renderConstants(root)
  const content = root.text('defaultContentType')
  const more = [
    tags,
    content === undefined
      ? undefined
      : html`Content type, where a message does not say: ${codeOf(content)}`,
    readMarks(root),
  ]
  const body = joinBlocks([
    ...blocks,
    ...more.map((one) => (one === undefined ? '' : block(html`<p>${one}</p>`))),
    heading(2, 'Messages'),
    block(renderMessages(parts)),
    ...(servers.length === 0
      ? []
      : [heading(2, 'Servers'), block(renderServers(servers, { caption, toAddress }))]),
    heading(2, 'Operations'),
    ...root.children('operations').flatMap((one) => renderOperation(one, parts)),
    heading(2, 'Channels'),
    ...root.children('channels').flatMap((one) => renderChannel(one, parts)),
    heading(2, 'Deprecated'),
    block(renderDeprecated(root.bundle)),
    ...renderSchemaLinks(schemas, writer),
    ...constants,
  ])
  root.close()
  return { slug: writer.slug, title, description: line, body }
}

function toAddress(server: BundleNode): string {
  const [protocol, host, path] = ['protocol', 'host', 'pathname'].map((key) => server.text(key))
  return `${protocol}://${host}${path ?? ''}`
}

function renderMessages({ messages, writer }: OverviewParts): Html {
  const rows = messages.map(
    ({
      page,
      title,
      summary,
      key,
    }) => html`<tr><th scope="row">${writer.linkTo(page, title)}</th><td>${summary === undefined ? codeOf(key) : renderLine(summary)}</td></tr>
`,
  )
  return html`<table class="ref-table">
<caption>Messages</caption>
<thead><tr><th scope="col">Message</th><th scope="col">Meaning</th></tr></thead>
<tbody>
${rows}</tbody>
</table>`
}

function linkMessages(
  pointers: readonly string[] | undefined,
  { messages, writer }: OverviewParts,
): Html | undefined {
  const links = messages
    .filter(({ pointer }) => pointers?.includes(pointer))
    .map(({ page, title }) => writer.linkTo(page, title))
  return links.length === 0 ? undefined : joinHtml(links, ', ')
}

/** Title, summary and description of an operation or channel. */
function readWords(node: BundleNode): string[] {
  const title = node.text('title')
  return [
    title === undefined ? '' : block(html`<p><strong>${title}</strong></p>`),
    ...['summary', 'description'].map((key) => {
      const text = node.text(key)
      return text === undefined ? '' : block(renderProse(text))
    }),
  ]
}

/** What operations and channels both may say. */
const sharedFacts = (node: BundleNode): [string, Html | undefined][] => [
  ['Bindings', readBindings(node)],
  ['Tags', readTags(node)],
  ['More', readDocs(node)],
  ['Traced to', readMarks(node)],
]

function renderOperation([key, node]: [string, BundleNode], parts: OverviewParts): string[] {
  const channel = node.child('channel')?.pointer.split('/').at(-1) ?? ''
  const facts: [string, Html | undefined][] = [
    ['Action', codeOf(node.text('action') ?? '')],
    ['Channel', parts.writer.linkTo('', html`<code>${channel}</code>`, toSlug(channel))],
    ['Messages', linkMessages(namedMessages(node), parts)],
    ...sharedFacts(node),
  ]
  const words = readWords(node)
  node.close()
  return [heading(3, key), ...words, block(renderList(facts))]
}

function renderChannel([key, node]: [string, BundleNode], parts: OverviewParts): string[] {
  const address = node.take('address')
  const servers = node
    .children('servers')
    .map(([, { pointer }]) => codeOf(pointer.split('/').at(-1)))
  const facts: [string, Html | undefined][] = [
    ['Address', typeof address === 'string' ? codeOf(address) : undefined],
    ['Messages', linkMessages(namedMessages(node), parts)],
    ['Servers', servers.length === 0 ? undefined : joinHtml(servers, ', ')],
    ...sharedFacts(node),
  ]
  const words = readWords(node)
  node.close()
  return [heading(3, key), ...words, block(renderList(facts))]
}
