import type { Draft } from './draft.ts'
import { addRule, insertBefore } from './edit-text.ts'
import type { EventNames } from './name-event.ts'
import { toCamel, toKebab, toPascal } from './words.ts'

const app = 'apps/receiver'

/** Adds the handler, its line among the handlers, its test and its rule in the README. */
export function addToReceiver(draft: Draft, names: EventNames, decision: string): void {
  const { words } = names
  const file = `handle-${toKebab(words)}`
  const handler = `handle${toPascal(words)}`
  draft.add(`${app}/src/handlers/${file}.ts`, renderHandler(names, decision))
  draft.add(`${app}/test/handlers/${file}.test.ts`, renderTest(names, decision))
  draft.change(`${app}/src/handlers/handlers.ts`, (text) => {
    const imported = insertBefore(text, /^import /m, `import { ${handler} } from './${file}.ts'\n`)
    return insertBefore(imported, /^}$/m, `  ${toCamel(words)}: ${handler},\n`)
  })
  draft.change(`${app}/README.md`, (text) => addRule(text, decision))
}

const renderHandler = ({ name, words }: EventNames, decision: string) =>
  `import type { EventHandlers } from '../handle/by-event.ts'

/**
 * Does the work of \`${name}\`.
 * @see specs/decisions/ ${decision}
 */
export const handle${toPascal(words)}: EventHandlers['${toCamel(words)}'] = () => {
  throw new Error(
    'Nothing is done with ${name}: expected its work. Write it in src/handlers/handle-${toKebab(words)}.ts.',
  )
}
`

function renderTest({ words }: EventNames, decision: string): string {
  const id = toCamel(words)
  return `import { examples } from '@partner-platform/contract-kit'
import { constants, messages } from '@partner-platform/types'
import { describe, expect, it } from 'vitest'
import { byEvent, type EventHandlers } from '../../src/handle/by-event.ts'
import { handlers } from '../../src/handlers/handlers.ts'
import { useReceiver } from '../use-receiver.ts'

const { name, payload } = messages.${id}
const example = examples(payload).find(({ folder }) => folder === 'valid')
if (!example) throw new Error('The example is missing.')
const { bytes } = example
const event = example.value as Parameters<EventHandlers['${id}']>[0]
const { startReceiver } = useReceiver()

describe(name, () => {
  it('${decision} is kept, and given to its handler', async () => {
    const seen: unknown[] = []
    const { send } = await startReceiver({
      now: () => Date.parse(event.timestamp),
      handle: byEvent({ ...handlers, ${id}: (one) => void seen.push(one) }),
    })
    const { status } = await send({ body: bytes, event: name })
    expect(status).toBe(constants.receiverAnswers.accepted)
    await expect.poll(() => seen).toEqual([event])
  })

  it('${decision} has a handler that does its work', async () => {
    const context = {
      ...{ tries: 1, superseded: false, storageKey: '0'.repeat(64) },
      signal: new AbortController().signal,
    }
    const work = async () => handlers.${id}(event, context)
    const problem = await work().then(
      () => null,
      ({ message }: Error) => message,
    )
    expect(problem, problem ?? '').toBeNull()
  })
})
`
}
