import { globSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { Draft } from './draft.ts'
import { ScaffoldError } from './scaffold-error.ts'
import { toCamel, toWords } from './words.ts'

/** The names of a new event. */
export type EventNames = {
  /** `submission.withdrawn`. */
  name: string
  /** `submission`, `withdrawn`. */
  words: string[]
  /** The channel that it goes through, and a message that does so already. */
  channel: string
  sibling: string
}

type Document = {
  channels: Record<string, unknown>
  components: { messages: Record<string, { name: string }> }
}

const form = /^[a-z]+(-[a-z]+)*(\.[a-z]+(-[a-z]+)*)+$/

/** The names that follow from that of the event; throws a `ScaffoldError` for one that cannot be or is taken. */
export function nameEvent(name: string, draft: Draft, root: string): EventNames {
  if (!form.test(name))
    throw new ScaffoldError(
      'usage',
      `Event ${name} is malformed: expected one such as submission.withdrawn. Try --help.`,
    )
  const words = toWords(name)
  const { channels, components }: Document = parse(draft.read('specs/asyncapi.yaml'))
  const messages = Object.entries(components.messages)
  if (messages.some(([id, message]) => message.name === name || id === toCamel(words)))
    throw new ScaffoldError('clash', `Event ${name} is in asyncapi.yaml already. Choose another.`)
  const example = findUnknown(name, draft, root)
  if (example)
    throw new ScaffoldError(
      'clash',
      `Event ${name} is what ${example} calls an event that nobody knows. Choose another.`,
    )
  const [[channel = ''] = [], [sibling = ''] = []] = [
    Object.keys(channels),
    Object.keys(components.messages),
  ]
  return { name, words, channel, sibling }
}

/** The example that takes the name for one that is not in the contract. */
const findUnknown = (name: string, draft: Draft, root: string): string | undefined =>
  globSync('specs/examples/*/tolerated/*.json', { cwd: root })
    .sort()
    .find((file) => {
      const value: unknown = JSON.parse(draft.read(join(file)))
      return value === name || (value as { event?: unknown } | null)?.event === name
    })
