import { listParts, type Specs } from '@partner-platform/lint/contract'

type Parts = ReadonlyMap<string, Uint8Array | undefined>
type Known = { parts: Parts; answer: unknown }

/** Asks `tool` about a document, unless none of its files changed since the last time. */
export type AskOnce = <Answer>(
  tool: string,
  about: { specs: Specs; id: string },
  ask: () => Promise<Answer>,
) => Promise<Answer>

/** Remembers the answers of tools about a document until one of its files changes. */
export function rememberAnswers(): AskOnce {
  const known = new Map<string, Known>()
  return async <Answer>(
    tool: string,
    { specs, id }: { specs: Specs; id: string },
    ask: () => Promise<Answer>,
  ) => {
    const key = `${tool} ${id}`
    // The rules of the tools are in this file.
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
