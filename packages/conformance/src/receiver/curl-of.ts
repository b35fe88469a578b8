import { toCurl } from '../http/to-curl.ts'
import type { Drive } from './receiver-check.ts'

/** Shell commands that send what a check sent, in the same order, or `null` where it sent nothing. */
export function curlOf({ sent, atOnce = false }: Drive): string | null {
  if (sent.length === 0) return null
  const commands = sent.map(({ outgoing }) => toCurl(outgoing))
  if (!atOnce) return commands.join('\n')
  const [first] = commands
  if (commands.every((command) => command === first)) {
    return `for _ in $(seq ${commands.length}); do ${first} & done; wait`
  }
  return [...commands.map((command) => `${command} &`), 'wait'].join('\n')
}
