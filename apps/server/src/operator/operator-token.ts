import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Random, systemRandom } from '../random.ts'

const tokenBytes = 32

/** Reads the token from a file. If the file is missing, creates it with a new token and mode 600. */
export function readOperatorToken(file: string, random: Random = systemRandom): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const token = Buffer.from(random(tokenBytes)).toString('base64url')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${token}\n`, { mode: 0o600 })
  return token
}
