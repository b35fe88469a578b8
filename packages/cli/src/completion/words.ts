import type { Command } from '../command-line/command.ts'

export const bin = 'partner-platform'

/** What the first word of a command line may be, each with the commands that begin with it. */
export function firstWords(commands: readonly Command[]): Map<string, Command[]> {
  const words = new Map<string, Command[]>()
  for (const command of commands) {
    const [word = ''] = command.name.split(' ')
    words.set(word, [...(words.get(word) ?? []), command])
  }
  return words
}

/** The second word of a command of two. */
export const secondWord = ({ name }: Command): string | undefined => name.split(' ')[1]

/** A text as one word of a shell. */
export const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
