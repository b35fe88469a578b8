import { DocsError } from '../../errors.ts'
import type { Bundle, BundleNode } from '../bundle-node.ts'
import { toPageName } from '../markdown.ts'

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
