import type { Path } from '../contract/pointer.ts'
import type { Finding, Found, Problem } from '../contract/problem.ts'
import { isDecision, type Specs } from '../contract/specs.ts'

const todo = /\bTODO: ([\s\S]+)$/

/** What a person still has to write: text with `TODO:` in it. What follows that says what to write. */
export function* checkTodos({ files, bytes }: Specs): Iterable<Found | Problem> {
  for (const { file, value } of files.values()) {
    if (file.endsWith('.json')) continue
    for (const { path, text } of listTexts(value)) {
      const [, fix] = todo.exec(text) ?? []
      if (fix !== undefined) yield { file, path, ...toFinding(fix) }
    }
    if (isDecision(file)) yield* findInProse(file, new TextDecoder().decode(bytes.get(file)))
  }
}

const toFinding = (fix: string): Finding => ({
  rule: 'todos/open',
  message: 'A person must still decide this.',
  fix: fix.replaceAll(/\s+/g, ' ').trim(),
})

function listTexts(value: unknown, path: Path = []): { path: Path; text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) =>
    listTexts(one, [...path, Array.isArray(value) ? Number(key) : key]),
  )
}

/** Below the front matter; what is to be written ends with the paragraph. */
function findInProse(file: string, markdown: string): Problem[] {
  const lines = markdown.split('\n')
  const end = lines.indexOf('---', 1)
  return lines.flatMap((line, index) => {
    if (index <= end || !line.includes('TODO: ')) return []
    const next = lines.indexOf('', index)
    const rest = lines.slice(index, next < 0 ? undefined : next).join('\n')
    const [, fix = ''] = todo.exec(rest) ?? []
    const column = line.indexOf('TODO: ') + 1
    return [{ file, line: index + 1, column, pointer: '#', ...toFinding(fix) }]
  })
}
