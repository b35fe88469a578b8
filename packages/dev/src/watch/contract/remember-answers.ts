import { listParts, type Specs } from '@partner-platform/lint/contract'

type Known = { parts: readonly (Uint8Array | undefined)[]; answer: unknown }

/** Remembers the answers of tools about a document until one of its files or the rules change. */
export function rememberAnswers() {
  const known = new Map<string, Known>()
  return async <Answer>(
    tool: string,
    { specs, id }: { specs: Specs; id: string },
    ask: () => Promise<Answer>,
  ) => {
    const key = `${tool} ${id}`
    const files = [...listParts(specs, `${id}.yaml`), 'redocly.yaml']
    // Files that did not change keep their bytes object.
    const parts = files.map((file) => specs.bytes.get(file))
    const last = known.get(key)
    const isSame =
      last?.parts.length === parts.length && parts.every((one, at) => one === last.parts[at])
    if (last && isSame) return last.answer as Answer
    known.delete(key)
    const answer = await ask()
    known.set(key, { parts, answer })
    return answer
  }
}
