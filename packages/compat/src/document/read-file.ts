import { readFileSync, statSync } from 'node:fs'
import { CompatError } from '../errors.ts'
import { parseBytes } from './parse-bytes.ts'

/** What a file of a document holds; `label` names it in messages. Throws a `CompatError` where it cannot be read. */
export function readFile(path: string, label: string): unknown {
  try {
    // Reading a pipe waits for whoever writes to it.
    if (!statSync(path).isFile()) throw new Error('expected a file, received none.')
    return parseBytes(readFileSync(path))
  } catch (error) {
    const [line = ''] = (error as Error).message.split('\n')
    throw new CompatError('document-invalid', `${label} cannot be read: ${line} Mend the file.`, {
      cause: error,
    })
  }
}
