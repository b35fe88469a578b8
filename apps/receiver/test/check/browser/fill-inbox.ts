import { createHash } from 'node:crypto'
import type { EventHandler } from '../../../src/index.ts'
import type { Sent } from '../../use-receiver.ts'
import { changed, exampleBytes, type Scene } from './open-scene.ts'

const foreign = `sha256=${'0'.repeat(64)}`

/** Deliveries, oldest first: an example of the contract, and the name of its submission. */
const story: [example: string, submission: string, more?: Partial<Sent>][] = [
  ['returned', 'a'],
  ['visa-granted', 'b'],
  ['returned', 'c'],
  ['visa-granted', 'd'],
  ['names-right-to-left', 'e'],
  ['returned', 'b'],
  ['visa-granted', 'fails'],
  ['visa-granted', 'f', { signature: null }],
  ['unknown-status', 'g'],
  ['names-emoji', 'h'],
  ['similarly-named-event', 'i'],
  ['visa-granted', 'k', { signature: foreign }],
  ['returned', 'l'],
  ['returned-as-printed', ''],
  ['visa-granted', 'waits'],
]

/** Fails with one submission, and never ends with another. */
const handle: EventHandler = ({ submission }, { signal }) => {
  if (submission.uuid === uuidOf('fails')) throw new TypeError('No such booking.')
  if (submission.uuid !== uuidOf('waits')) return undefined
  return new Promise((resolve) => signal.addEventListener('abort', resolve))
}

/** A receiver for the story: an event fails at once, and the stop does not wait. */
export const storyOptions = {
  handle,
  handling: { retryDelaysMs: [0, 0, 0, 0], pollMs: 20 },
  limits: { closeGraceMs: 50 },
}

/** Delivers the story, two minutes apart. One is late, and one is sent twice. */
export async function fillInbox({ clock, send }: Pick<Scene, 'clock' | 'send'>): Promise<void> {
  for (const [index, [example, name, more]] of story.entries()) {
    const lateMs = index === 5 ? 20 * 60_000 : 0
    const body =
      name === ''
        ? exampleBytes(example)
        : changed(example, (event) => {
            event.timestamp = new Date(clock.nowMs - lateMs).toISOString()
            event.submission.uuid = uuidOf(name)
          })
    await send({ ...more, body })
    clock.nowMs += 61_000
    if (name === 'd') await send({ body })
    clock.nowMs += 59_000
  }
}

/** A UUID that is the same in each run. */
function uuidOf(name: string): string {
  const digits = createHash('sha256').update(name).digest('hex')
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')
}
