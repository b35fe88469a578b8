import { DocsError } from '../../errors.ts'
import type { Bundle, BundleNode } from '../bundle-node.ts'
import { codeOf, type Html, html, joinHtml, renderLine, toPageName } from '../markup.ts'

/** A message, wherever it is written. */
export interface Message {
  pointer: string
  /** Its page, below `reference/<document>`. */
  page: string
  key: string
  title: string
  summary: string | undefined
}

/** Every message of the channels and components, once. */
export function readMessages(bundle: Bundle): Message[] {
  const root = bundle.root()
  const nodes = [...root.children('channels'), ['components', root.child('components')] as const]
    .flatMap(([, holder]) => holder?.children('messages') ?? [])
    .map(([, node]) => node)
  const unique = [...new Map(nodes.map((node) => [node.pointer, node])).values()]
  const messages = unique.map((node) => {
    const key = node.pointer.split('/').at(-1) ?? ''
    const title = node.text('title') ?? node.text('name') ?? key
    const page = `messages/${toPageName(key)}`
    return { pointer: node.pointer, page, key, title, summary: node.text('summary') }
  })
  const pages = messages.map(({ page }) => page)
  const twice = pages.find((page, at) => pages.indexOf(page) !== at)
  if (twice !== undefined) throw new DocsError(`#/channels: two messages are named ${twice}.`)
  return messages
}

/** The messages that a channel or operation names; `undefined` where it names none. */
export function namedMessages(node: BundleNode): string[] | undefined {
  if (!node.has('messages')) return undefined
  return node.children('messages').map(([, message]) => message.pointer)
}

export interface OperationUse {
  key: string
  action: string
  channel: string
  /** Pointers of the messages that it carries. */
  messages: string[]
}

/** What each operation carries: the messages that it names, or all those of its channel. */
export function readOperations(bundle: Bundle): OperationUse[] {
  return bundle
    .root()
    .children('operations')
    .map(([key, operation]) => {
      const channel = operation.child('channel')
      const own = namedMessages(operation)
      const messages = own ?? (channel === undefined ? [] : (namedMessages(channel) ?? []))
      const action = operation.text('action') ?? ''
      return { key, action, channel: channel?.pointer.split('/').at(-1) ?? '', messages }
    })
}

/** Bindings by protocol, each as it stands in the document. */
export function readBindings(node: BundleNode): Html | undefined {
  const bindings = node.places('bindings')
  if (bindings.length === 0) return undefined
  const parts = bindings.map(({ name, value }) => html`${codeOf(name)}: ${codeOf(value)}`)
  return joinHtml(parts, ', ')
}

export function readTags(node: BundleNode): Html | undefined {
  const tags = node.children('tags').map(([, tag]) => {
    const name = codeOf(tag.text('name') ?? '')
    const words = tag.text('description')
    tag.close()
    return words === undefined ? name : html`${name} (${renderLine(words)})`
  })
  return tags.length === 0 ? undefined : joinHtml(tags, ', ')
}
