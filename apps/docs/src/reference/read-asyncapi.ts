import type { BundleNode } from './bundle-node.ts'
import {
  block,
  codeOf,
  type Fact,
  factList,
  type Html,
  heading,
  html,
  joinBlocks,
  listHtml,
  paragraph,
  prose,
  renderLine,
  toPageName,
  toPlainLine,
  toSlug,
} from './markup.ts'
import { codeText, commonFacts, lineOf, readOrigin } from './object-parts.ts'
import {
  type Entry,
  type Kind,
  type PageWriter,
  placeExamples,
  renderEntries,
  renderOrigins,
} from './page-writer.ts'
import { addExamples, renderBody } from './render-bodies.ts'

/** A message, wherever it is written. */
type Message = Entry & { pointer: string; key: string; summary: string | undefined }

/** An operation or a channel, and the pointers of the messages that it carries. */
type Carrier = { key: string; node: BundleNode; messages: readonly string[] }

/** An operation: what it does with the messages of a channel. */
type Use = Carrier & { action: string; channel: string }

/** The messages of an AsyncAPI 3.0 document. */
export function readAsyncApi(root: BundleNode, components: BundleNode | undefined): Kind {
  const contentType = codeText(root, 'defaultContentType')
  const channels = root
    .children('channels')
    .map(([key, node]): Carrier => ({ key, node, messages: messagesOf(node) }))
  const uses = root.children('operations').map(readUse)
  const named = channels.flatMap((channel) => channel.messages)
  const pointers = new Set([...named, ...(components ? messagesOf(components) : [])])
  const messages = [...pointers].map((pointer) => readMessage(root, { pointer, uses, contentType }))
  return {
    entries: messages,
    renderSections(_, writer) {
      const link = (key: string) => linkTo(writer, key)
      const render = ({ key, node, messages: carried }: Carrier, facts: Fact[]) => {
        const links = messages
          .filter(({ pointer }) => carried.includes(pointer))
          .map(({ page, title }) => writer.linkTo(page, title))
        return [
          heading(3, key),
          ...['title', 'summary', 'description'].map((name) => prose(node.text(name))),
          block(factList([...facts, ['Messages', lineOf(links)], ...commonFacts(node)])),
        ]
      }
      return [
        paragraph(contentType && html`Default content type: ${contentType}`),
        heading(2, 'Messages'),
        renderEntries(messages, {
          writer,
          caption: 'Messages',
          columns: ['Message', 'Meaning'],
          sayEntry: ({ key, summary }) =>
            summary === undefined ? codeOf(key) : renderLine(summary),
        }),
        heading(2, 'Operations'),
        ...uses.flatMap((use) =>
          render(use, [
            ['Action', codeOf(use.action)],
            ['Channel', link(use.channel)],
          ]),
        ),
        heading(2, 'Channels'),
        ...channels.flatMap((channel) =>
          render(channel, [
            ['Address', readAddress(channel.node)],
            ['Servers', lineOf(channel.node.children('servers').map(([, one]) => nameOf(one)))],
          ]),
        ),
      ]
    },
  }
}

/** Pointers of the messages that a channel, an operation or the components name. */
const messagesOf = (node: BundleNode): string[] =>
  node.children('messages').map(([, message]) => message.pointer)

const lastOf = (pointer = '') => pointer.split('/').at(-1) ?? ''
const nameOf = ({ pointer }: BundleNode) => codeOf(lastOf(pointer))

/** An operation or channel on the first page. */
const linkTo = (writer: PageWriter, key: string) =>
  writer.linkTo('', html`<code>${key}</code>`, toSlug(key))

/** The address of a channel may be `null`: unknown. */
const readAddress = (node: BundleNode): Html | undefined =>
  node.peek('address') === null ? void node.take('address') : codeText(node, 'address')

/** An operation that names no messages carries all those of its channel. */
function readUse([key, node]: [string, BundleNode]): Use {
  const channel = node.child('channel')
  const carrier = node.has('messages') ? node : channel
  const messages = carrier ? messagesOf(carrier) : []
  return {
    key,
    node,
    messages,
    action: node.text('action') ?? '',
    channel: lastOf(channel?.pointer),
  }
}

type MessageContext = { pointer: string; uses: readonly Use[]; contentType: Html | undefined }

function readMessage(
  { bundle }: BundleNode,
  { pointer, uses, contentType }: MessageContext,
): Message {
  const node = bundle.resolve(bundle.valueAt(pointer, pointer), pointer)
  const key = lastOf(pointer)
  const name = node.text('name')
  const title = node.text('title') ?? name ?? key
  const [summary, description] = [node.text('summary'), node.text('description')]
  const render = (writer: PageWriter) => {
    writer.origins.push([codeOf(name ?? key), readOrigin(node)])
    const carriers = uses
      .filter(({ messages }) => messages.includes(pointer))
      .map(
        (use) =>
          html`${linkTo(writer, use.key)} (${use.action}, channel ${linkTo(writer, use.channel)})`,
      )
    const facts: Fact[] = [
      ['Name', name === undefined ? undefined : codeOf(name)],
      ['Content type', codeText(node, 'contentType') ?? contentType],
      ['Used by', carriers.length === 0 ? undefined : listHtml(carriers)],
      ...commonFacts(node),
    ]
    const renderPart = (part: string, label: string, prefix: string) => {
      if (!node.has(part)) return []
      const place = { value: node.take(part), pointer: node.pointerOf(part) }
      const fields = renderBody(place, { prefix, label: html`${label}`, writer })
      return [heading(2, label), ...fields, renderOrigins(writer)]
    }
    addExamples(node, { labels: { headers: 'Headers', payload: 'Payload' }, writer })
    const before = [
      paragraph(summary === undefined ? undefined : renderLine(summary)),
      prose(description),
      block(factList(facts)),
    ]
    const after = [
      ...renderPart('headers', 'Headers', 'header'),
      ...renderPart('payload', 'Payload', 'payload'),
    ]
    const body = joinBlocks(placeExamples(writer, { before, after }))
    return { isWide: true, description: toPlainLine(summary ?? description ?? title), body }
  }
  return { pointer, page: `messages/${toPageName(key)}`, key, title, summary, render }
}
