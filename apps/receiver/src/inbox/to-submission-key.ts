import { createHash } from 'node:crypto'
import { toPlainText } from './plain-text.ts'

/** Longer text may be too long for an index. */
const mostCharacters = 64

/**
 * The text under which events of one submission are kept: its UUID in small letters, or the SHA-256 of
 * that where it is empty, too long to be one or holds what no Postgres can hold.
 */
export function toSubmissionKey(uuid: string): string {
  const text = uuid.toLowerCase()
  if (text !== '' && text.length <= mostCharacters && toPlainText(text) === text) return text
  return createHash('sha256').update(text).digest('hex')
}
