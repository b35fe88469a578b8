import {
  chmodSync,
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { createSecretsKey, isSecretsKey, SecretsKeyError } from './secret-cipher.ts'

const ownerOnly = 0o600

/** Beside the data folder, not in it, so that a copy of the folder does not include the key. */
const toKeyFile = (folder: string) => `${resolve(folder)}.key`

/**
 * Reads the key of an embedded store from the file beside its data folder. Creates a missing file only if
 * `mayMake` agrees: if secrets are encrypted already, a new key would hide that the old one is lost.
 */
export async function readKeyFile(
  folder: string,
  mayMake: () => Promise<boolean>,
): Promise<string> {
  const file = toKeyFile(folder)
  const text = attempt(() => tryRead(file))
  if (text === undefined) {
    if (!(await mayMake())) throw missingKey()
    return attempt(() => makeKey(file))
  }
  if (isSecretsKey(text)) return text
  throw new SecretsKeyError(
    `The key file beside the data folder must contain 32 bytes in base64, not text of ${text.length} characters. Restore the file from a backup.`,
  )
}

function tryRead(file: string): string | undefined {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats) return undefined
  const isOurs = stats.uid === process.getuid?.()
  if (isOurs && stats.isFile() && (stats.mode & 0o077) !== 0) chmodSync(file, ownerOnly)
  return readFileSync(file, 'utf8').trim()
}

/** The data folder is locked, so no other process creates the file at the same time. */
function makeKey(file: string): string {
  const key = createSecretsKey()
  const draft = `${file}.new`
  // A file that is there would keep its mode.
  rmSync(draft, { force: true })
  // If the machine stops before the key and its name are on disk, all secrets are lost.
  writeFileSync(draft, `${key}\n`, { mode: ownerOnly, flag: 'wx', flush: true })
  renameSync(draft, file)
  flushFolder(dirname(file))
  return key
}

function flushFolder(folder: string): void {
  // Windows cannot open folders.
  if (process.platform === 'win32') return
  const opened = openSync(folder, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}

function attempt<T>(work: () => T): T {
  try {
    return work()
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new SecretsKeyError(
      `Cannot read or create the key file beside the data folder: ${code ?? 'unknown error'}. Change its permissions, or set SERVER_SECRETS_KEY.`,
      { cause },
    )
  }
}

const missingKey = () =>
  new SecretsKeyError(
    'The key file beside the data folder is missing, but the signing secrets are encrypted. Restore the file, or set SERVER_SECRETS_LOST=on and rotate the secrets.',
  )
