import { statSync } from 'node:fs'
import { nameVariable, readSecretLines } from '@partner-platform/settings'
import { assertSecrets } from '@partner-platform/webhooks'

export type SecretsFileOptions = {
  path: string
  /** Called after each change of the file: whether its secrets are now in use. */
  onChange(outcome: 'reloaded' | 'unusable'): void
  /** Reads the lines of the file. @default from disk */
  readLines?: typeof readSecretLines
}

/** The setting that names the file. */
const variable = 'RECEIVER_SECRETS_FILE'

/**
 * The secrets in a file, one per line, read on each delivery. A changed file takes effect at the next
 * delivery, so you can add a secret before the service signs with it. If the file is missing or unusable, the
 * last good secrets stay in use, and the file is read again on each delivery. Throws a `SettingError` if the
 * file is unusable at the start. @see specs/decisions D-004
 */
export function createSecretsFile({
  path,
  onChange,
  readLines = readSecretLines,
}: SecretsFileOptions): () => readonly string[] {
  const read = (): readonly string[] => {
    const secrets = readLines(variable, path)
    nameVariable(variable, () => assertSecrets(secrets))
    return secrets
  }
  let mark = markOf(path)
  let secrets = read()
  let reported = ''
  return () => {
    // Mark before reading, so that a change during the read is read again.
    const now = markOf(path)
    if (now === mark) return secrets
    try {
      secrets = read()
      mark = now
      reported = ''
      onChange('reloaded')
    } catch {
      // Leave it unmarked: a process that ran out of file handles can read the same file later.
      if (reported !== now) onChange('unusable')
      reported = now
    }
    return secrets
  }
}

/** A fingerprint that changes with the file. */
function markOf(path: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true })
    return [ino, size, mtimeNs, ctimeNs].join()
  } catch {
    return 'missing'
  }
}
