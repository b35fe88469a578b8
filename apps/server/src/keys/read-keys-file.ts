import {
  type Environment,
  environments,
  readSecretLines,
  wrongSetting,
} from '@partner-platform/settings'
import type { ApiKeyRecord } from './key-store.ts'

/** The line that stands for a key in a keys file. It holds the hash, never the key. */
export const toKeyLine = ({ environment, sha256, state }: ApiKeyRecord) =>
  `${environment} ${sha256} ${state}`

/** Keys of a file with one `environment hash state` per line; `#` starts a comment line. */
export function readKeysFile(variable: string, path: string): ApiKeyRecord[] {
  return readSecretLines(variable, path).map((line, index) => {
    const record = toRecord(line.split(/\s+/))
    if (record) return record
    throw wrongSetting(variable, {
      expected: 'a file of lines such as create-key prints',
      received: `another form in entry ${index + 1}`,
    })
  })
}

function toRecord([environment, sha256 = '', state, ...rest]: string[]): ApiKeyRecord | undefined {
  const isKnown = environments.includes(environment as Environment)
  if (!isKnown || rest.length > 0 || !/^[0-9a-f]{64}$/.test(sha256)) return undefined
  if (state !== 'active' && state !== 'revoked') return undefined
  return { environment: environment as Environment, sha256, state }
}
