import { listBytes } from '@partner-platform/specs/test/lint/references.ts'
import type { Specs } from '@partner-platform/specs/test/lint/specs.ts'

type Known = { bytes: readonly Uint8Array[]; answer: unknown }

/** Asks `tool` of a document, unless it is made of the same files as when it was asked last. */
export type AskOnce = <Answer>(
  tool: string,
  about: { specs: Specs; id: string },
  ask: () => Promise<Answer>,
) => Promise<Answer>

/** Remembers what tools said of a document for as long as no file that it is made of changes. */
export function rememberAnswers(): AskOnce {
  const known = new Map<string, Known>()
  return async <Answer>(
    tool: string,
    { specs, id }: { specs: Specs; id: string },
    ask: () => Promise<Answer>,
  ) => {
    const key = `${tool} ${id}`
    const bytes = [
      ...listBytes(specs, `${id}.yaml`),
      // Its rules stand there.
      ...listBytes(specs, 'redocly.yaml'),
    ]
    const last = known.get(key)
    const isSame =
      last?.bytes.length === bytes.length && bytes.every((one, at) => one === last.bytes[at])
    if (isSame) return last.answer as Answer
    const answer = await ask()
    known.set(key, { bytes, answer })
    return answer
  }
}
