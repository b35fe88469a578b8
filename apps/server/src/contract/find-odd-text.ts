import type { Issue } from '@partner-platform/validators'
import { isPlainText } from './is-plain-text.ts'
import { toPointer } from './to-pointer.ts'

/** The first text in a JSON value, keys included, that is no plain text. As deep as the value nests. */
export function findOddText(value: unknown, path = ''): Issue | undefined {
  if (typeof value === 'string') {
    if (isPlainText(value)) return undefined
    const message = 'expected text without NUL and half surrogate pairs, received some'
    return { path, message, keyword: 'pattern' }
  }
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, item] of Object.entries(value)) {
    const inner = `${path}${toPointer(key)}`
    const issue = findOddText(key, inner) ?? findOddText(item, inner)
    if (issue) return issue
  }
  return undefined
}
