import { createHash } from 'node:crypto'
import type { EventHandler } from '../../../src/index.ts'
import { type Delivery, exampleBytes, type Scene } from './open-scene.ts'

/** One delivery of the story: an example of the contract, made one of its own. */
type Told = Omit<Delivery, 'body'> & {
  example: string
  /** Whose submission it is; the same letter is the same submission. */
  of: string
  /** Time of the event, in minutes before it arrives. */
  minutesAgo?: number
  /** Whether the bytes are sent as they are. */
  isAsIs?: boolean
}

const foreign = `sha256=${'0'.repeat(64)}`

/** Oldest first; two minutes lie between them. */
const story: readonly Told[] = [
  { example: 'returned', of: 'a' },
  { example: 'visa-granted', of: 'b' },
  { example: 'returned', of: 'c' },
  { example: 'visa-granted', of: 'd' },
  { example: 'names-right-to-left', of: 'e' },
  { example: 'returned', of: 'b', minutesAgo: 20 },
  { example: 'visa-granted', of: 'fails' },
  { example: 'visa-granted', of: 'f', signature: null },
  { example: 'unknown-status', of: 'g' },
  { example: 'names-emoji', of: 'h' },
  { example: 'similarly-named-event', of: 'i' },
  { example: 'visa-granted', of: 'k', signature: foreign },
  { example: 'returned', of: 'l' },
  { example: 'returned-as-printed', of: '', isAsIs: true },
  { example: 'visa-granted', of: 'waits' },
]

/** Fails at one submission and never ends with another. */
const storyHandler: EventHandler = ({ submission }, { signal }) => {
  if (submission.uuid === uuidOf('fails')) throw new TypeError('No such booking.')
  if (submission.uuid !== uuidOf('waits')) return undefined
  return new Promise((resolve) => signal.addEventListener('abort', resolve))
}

/** A receiver for the story: one event fails at once and for good, and its end waits for no handler. */
export const storyOptions = {
  handle: storyHandler,
  handling: { retryDelaysMs: [0, 0, 0, 0], pollMs: 20 },
  limits: { closeGraceMs: 50 },
}

/** Delivers the story to the receiver of a scene, and one of it twice. */
export async function fillInbox({ clock, send }: Pick<Scene, 'clock' | 'send'>): Promise<void> {
  for (const { example, of, minutesAgo = 0, isAsIs = false, ...delivery } of story) {
    const body = isAsIs
      ? exampleBytes(example)
      : toBody(example, { uuid: uuidOf(of), atMs: clock.nowMs - minutesAgo * 60_000 })
    await send({ ...delivery, body })
    clock.nowMs += 61_000
    if (of === 'd') await send({ body })
    clock.nowMs += 59_000
  }
}

function toBody(example: string, { uuid, atMs }: { uuid: string; atMs: number }): string {
  const event = JSON.parse(Buffer.from(exampleBytes(example)).toString())
  event.timestamp = new Date(atMs).toISOString()
  event.submission.uuid = uuid
  return JSON.stringify(event)
}

/** A UUID that is the same in each run. */
function uuidOf(name: string): string {
  const digits = createHash('sha256').update(name).digest('hex')
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')
}
