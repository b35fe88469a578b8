import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'

/** The first example that the document at `file` gives for the body of a call, as JSON; `{}` if it has none. */
export function readBodyExample(
  file: string,
  { method, path }: { method: string; path: string },
): string {
  const { requestBody } = parse(readFileSync(file, 'utf8')).paths[path][method.toLowerCase()]
  const [media] = Object.values<Media>(requestBody.content ?? {})
  const [first] = Object.values(media?.examples ?? {})
  if (first?.externalValue !== undefined)
    return readFileSync(join(dirname(file), first.externalValue), 'utf8').trim()
  return JSON.stringify(first?.value ?? media?.example ?? {}, null, 2)
}

type Media = {
  example?: unknown
  examples?: Record<string, { value?: unknown; externalValue?: string }>
}
