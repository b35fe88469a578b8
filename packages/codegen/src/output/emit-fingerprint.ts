import { createHash } from 'node:crypto'
import { compareText } from '../json.ts'
import type { GeneratedFile } from '../model.ts'

/**
 * `fingerprint.txt`: a digest of each file without its comments. It stays the same if only descriptions
 * change, so a build cache that hashes this file instead of the code then repeats no work.
 */
export function emitFingerprint(files: readonly GeneratedFile[]): GeneratedFile {
  const lines = files
    .toSorted((a, b) => compareText(a.path, b.path))
    .map(({ path, content }) => `${digestOf(withoutComments(content))} ${path}\n`)
  return { path: 'fingerprint.txt', content: lines.join('') }
}

/** Every comment that we emit has its lines to itself. */
const COMMENT_LINE = /^\s*(\/\/|\/\*\*|\*)/

const withoutComments = (code: string) =>
  code
    .split('\n')
    .filter((line) => !COMMENT_LINE.test(line))
    .join('\n')

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')
