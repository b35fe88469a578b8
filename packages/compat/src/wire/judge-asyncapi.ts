import { messagesOf, routesOf } from '../document/asyncapi-routes.ts'
import type { SpecDocument } from '../document/open-document.ts'
import { type Change, isKeyword } from './change.ts'
import { type Judge, type Judgement, major, minor, patch, type Scene } from './judgement.ts'
import type { View } from './view.ts'

/** The parts around a payload in AsyncAPI: channels, messages, their names, headers, bindings. */
export const judgeAsyncApi: Judge = (change, scene) => {
  if (scene.to.kind !== 'asyncapi') return undefined
  const { type, property, before, after } = change
  const { keys } = scene
  const went = `went from \`${String(before?.value)}\` to \`${String(after?.value)}\``
  if (type.startsWith('Message') && property === 'contentType') {
    return judgeContentType(change, scene)
  }
  switch (type) {
    case 'Root':
      return property === 'defaultContentType' ? judgeDefault(scene, went) : undefined
    case 'MessageList':
      return keys[0] === 'operations' ? judgeMessageList(change) : undefined
    case 'MultiFormatSchema':
    case 'Schema':
      return judgePart(change, scene)
    case 'Operation':
      return property === 'action'
        ? major('operation-action-changed', `the action of the operation ${went}`)
        : undefined
    case 'Binding':
      return property === 'method' && keys[0] === 'operations'
        ? major('method-changed', `the method of the delivery ${went}`)
        : undefined
    case 'Channel':
      return property === 'key'
        ? patch('channel-id-changed', `the id of the channel ${went}`)
        : undefined
    case 'Message':
      return judgeMessage(change, scene, went)
    default:
      return undefined
  }
}

function judgeMessage({ kind, property }: Change, { keys }: Scene, went: string) {
  if (property === 'name') return major('event-renamed', `the name of the event ${went}`)
  // The id is a word of the document, not of the wire; the exported types tell whether anybody meets it.
  if (property === 'key') return patch('message-id-changed', `the id of the message ${went}`)
  return kind === 'added'
    ? minor(
        'event-added',
        `the message \`${keys.at(-1)}\` is new`,
        'Store or skip it until you handle it.',
      )
    : undefined
}

/** Headers or a payload as a whole. Nothing is refused of what nothing is said of. */
function judgePart({ kind }: Change, { keys, use }: Scene): Judgement | undefined {
  const part = keys.at(-1) ?? ''
  const isPart = /^(headers|payload)$/.test(part) && isKeyword(keys, keys.length - 1)
  if (!isPart || !/^(added|removed)$/.test(kind)) return undefined
  const isGrowth = (kind === 'added') === (use.direction === 'sends')
  const message =
    kind === 'added'
      ? `the ${part} of the message are described`
      : `the ${part} of the message are no longer described`
  return (isGrowth ? minor : major)(`${part}-${kind}`, message)
}

/** A message without a content type has that of its document. */
function judgeContentType(change: Change, { from, to }: Scene): Judgement {
  const before = change.before?.value ?? defaultIn(from)
  const after = change.after?.value ?? defaultIn(to)
  return before === after
    ? patch('text-changed', 'the content type is that of the document')
    : major('content-type-changed', `the content type went from \`${before}\` to \`${after}\``)
}

function defaultIn(document: SpecDocument): unknown {
  return document.at(['defaultContentType'])?.value
}

function judgeDefault({ from }: Scene, went: string): Judgement {
  const isUsed = routesOf(from).some(
    ({ node, isMessage }) => isMessage && from.child(node, 'contentType') === undefined,
  )
  return isUsed
    ? major('content-type-changed', `the content type ${went}`)
    : patch('text-changed', 'each message names a content type of its own')
}

/** An operation that names its messages carries no others of its channel; without names it carries all. */
function judgeMessageList({ kind, holders }: Change): Judgement {
  const [before, after] = [carriedBy(holders.from), carriedBy(holders.to)]
  if (kind === 'removed') return minor('event-added', 'any message of the channel may come')
  return before > after
    ? major('event-removed', 'messages of the channel no longer come')
    : patch('text-changed', 'the messages are named')
}

function carriedBy({ node, document, child }: View): number {
  const named = messagesOf(node, document)
  return named.length > 0 ? named.length : messagesOf(child('channel'), document).length
}
