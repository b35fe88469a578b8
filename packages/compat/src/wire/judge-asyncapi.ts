import { messagesOf, routesOf } from '../document/asyncapi-routes.ts'
import { type Change, isKeyword, type Judge, type Said, type Scene, went } from './judgement.ts'
import type { View } from './view.ts'

/** The parts around a payload in AsyncAPI: channels, messages, their names, headers, bindings. */
export const judgeAsyncApi: Judge = (change, scene) => {
  if (scene.to.kind !== 'asyncapi') return undefined
  const { type, kind, property, keys } = change
  if (type.startsWith('Message') && property === 'contentType')
    return judgeContentType(change, scene)
  switch (`${type} ${property ?? ''}`) {
    case 'Root defaultContentType':
      return judgeDefault(change, scene)
    case 'MessageList ':
      return keys[0] === 'operations' ? judgeMessageList(change) : undefined
    case 'MultiFormatSchema ':
    case 'Schema ':
      return judgePart(change)
    case 'Operation action':
      return ['operation-action-changed', `the action of the operation ${went(change)}`]
    case 'Binding method':
      return keys[0] === 'operations'
        ? ['method-changed', `the method of the delivery ${went(change)}`]
        : undefined
    case 'Channel key':
      return ['channel-id-changed', `the id of the channel ${went(change)}`]
    case 'Message name':
      return ['event-renamed', `the name of the event ${went(change)}`]
    // The id is a word of the document, not of the wire; the exported types show who meets it.
    case 'Message key':
      return ['message-id-changed', `the id of the message ${went(change)}`]
    case 'Message ': {
      if (kind !== 'added') return undefined
      const todo = 'Store or skip it until you handle it.'
      return ['event-added', `the message \`${keys.at(-1)}\` is new`, { todo }]
    }
    default:
      return undefined
  }
}

/** Headers or a payload as a whole. Without a description, nothing is refused. */
function judgePart({ kind, keys }: Change): Said | undefined {
  const part = keys.at(-1) ?? ''
  const isPart = /^(headers|payload)$/.test(part) && isKeyword(keys, keys.length - 1)
  if (!isPart || !/^(added|removed)$/.test(kind)) return undefined
  const are = `${part === 'payload' ? 'is' : 'are'} ${kind === 'added' ? 'now' : 'no longer'}`
  return [`${part}-${kind}`, `the ${part} of the message ${are} described`]
}

/** A message without a content type has that of its document. */
function judgeContentType({ before, after }: Change, { from, to }: Scene): Said {
  const old = before?.value ?? from.at(['defaultContentType'])?.value
  const fresh = after?.value ?? to.at(['defaultContentType'])?.value
  return old === fresh
    ? ['text-changed', 'the content type is that of the document']
    : ['content-type-changed', `the content type went from \`${old}\` to \`${fresh}\``]
}

function judgeDefault(change: Change, { from }: Scene): Said {
  const isUsed = routesOf(from).some(
    ({ node, isMessage }) => isMessage && from.child(node, 'contentType') === undefined,
  )
  return isUsed
    ? ['content-type-changed', `the content type ${went(change)}`]
    : ['text-changed', 'each message names a content type of its own']
}

/** An operation that names its messages carries no others of its channel; without names it carries all. */
function judgeMessageList({ kind, holders }: Change): Said {
  if (kind === 'removed') return ['event-added', 'any message of the channel may be sent']
  return carriedBy(holders.from) > carriedBy(holders.to)
    ? ['event-removed', 'some messages of the channel are no longer sent']
    : ['text-changed', 'the messages are named']
}

function carriedBy({ node, document, child }: View): number {
  const named = messagesOf(node, document)
  return named.length > 0 ? named.length : messagesOf(child('channel'), document).length
}
