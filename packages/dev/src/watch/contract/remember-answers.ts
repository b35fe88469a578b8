import { listParts, type Specs } from '@partner-platform/lint/contract'

type Parts = ReadonlyMap<string, Uint8Array | undefined>
type Known = { parts: Parts; answer: unknown }

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
    // The rules of the tools stand in a file of their own.
    const files = [...listParts(specs, `${id}.yaml`), 'redocly.yaml']
    const parts = new Map(files.map((file) => [file, specs.bytes.get(file)]))
    const last = known.get(key)
    if (last && isSame(last.parts, parts)) return last.answer as Answer
    known.delete(key)
    const answer = await ask()
    known.set(key, { parts, answer })
    return answer
  }
}

const isSame = (one: Parts, other: Parts) =>
  one.size === other.size && [...one].every(([file, bytes]) => other.get(file) === bytes)
