import { type Judge, major, minor, patch } from './judgement.ts'

/** What stands around a payload in AsyncAPI: messages, their names, headers, bindings. */
export const judgeAsyncApi: Judge = (change, { keys }) => {
  const { typeName, kind, property, base, revision } = change
  const went = `went from \`${String(base?.value)}\` to \`${String(revision?.value)}\``
  if (
    typeName === 'Schema' &&
    kind !== 'modified' &&
    ['headers', 'payload'].includes(keys.at(-1) ?? '')
  ) {
    return kind === 'removed'
      ? major(
          `${keys.at(-1)}-removed`,
          `nothing says any more what the ${keys.at(-1)} of the message hold`,
        )
      : minor(`${keys.at(-1)}-added`, `the ${keys.at(-1)} of the message are described`)
  }
  if (typeName === 'HttpOperationBinding' && property === 'method') {
    return major('method-changed', `the method of the delivery ${went}`)
  }
  if (typeName !== 'Message') return undefined
  if (property === 'name') return major('event-renamed', `the name of the event ${went}`)
  // The id is a word of the document, not of the wire; the exported types tell whether anybody meets it.
  if (property === 'key') return patch('message-id-changed', `the id of the message ${went}`)
  if (kind === 'added') {
    return keys[0] === 'components'
      ? patch('component-added', 'a message is described')
      : minor(
          'event-added',
          `the message \`${keys.at(-1)}\` is new`,
          'Store or skip it until you handle it.',
        )
  }
  return undefined
}
