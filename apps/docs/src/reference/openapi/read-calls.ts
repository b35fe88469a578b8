import { DocsError } from '../../errors.ts'
import type { BundleNode } from '../bundle-node.ts'
import { toPageName } from '../markup.ts'

/** One operation: a call of a path, or a webhook. */
export interface Call {
  /** Its page, below `reference/<document>`. */
  page: string
  name: string
  title: string
  method: string
  /** Path, or name of the webhook. */
  address: string
  tags: string[]
  isWebhook: boolean
  isDeprecated: boolean
  operation: BundleNode
  path: BundleNode
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/**
 * The operations of `paths` and `webhooks`, in the order of the document.
 *
 * @throws {DocsError} when two would have the same page.
 */
export function readCalls(read: () => BundleNode): Call[] {
  const calls = (['paths', 'webhooks'] as const).flatMap((group) =>
    methodsOf(read(), group).map(([address, method, at]) => toCall({ group, address, method, at })),
  )
  const pages = calls.map(({ page }) => page)
  const twice = pages.find((page, at) => pages.indexOf(page) !== at)
  if (twice !== undefined) throw new DocsError(`#/paths: two operations are named ${twice}.`)
  return calls
}

type Place = { address: string; method: string; group: string; at: () => BundleNode }

/** Each operation reads the item of its path for itself, as it shows what is common to all. */
function methodsOf(
  root: BundleNode,
  group: string,
): [address: string, method: string, at: () => BundleNode][] {
  return root.places(group).flatMap(({ name, value, pointer }) => {
    const at = () => root.bundle.resolve(value, pointer)
    const item = at()
    return methods.filter((method) => item.has(method)).map((method) => [name, method, at] as const)
  }) as [string, string, () => BundleNode][]
}

function toCall({ address, method, group, at }: Place): Call {
  const path = at()
  const operation = path.child(method)
  if (operation === undefined) throw new DocsError(`${path.pointer}/${method}: not there.`)
  // What the other operations of the path are is not for this page.
  for (const other of methods) path.take(other)
  const name = operation.text('operationId') ?? `${method} ${address}`
  const title = operation.text('summary') ?? name
  const isWebhook = group === 'webhooks'
  return {
    ...{ name, title, address, operation, path, isWebhook },
    page: `${isWebhook ? 'webhooks' : 'operations'}/${toPageName(name)}`,
    method: method.toUpperCase(),
    tags: operation.names('tags'),
    isDeprecated: operation.flag('deprecated'),
  }
}
