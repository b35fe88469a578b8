import { statSync } from 'node:fs'
import { nameVariable, readSecretLines } from '@partner-platform/settings'
import { assertSecrets } from '@partner-platform/webhooks'

export type SecretsFileOptions = {
  /** The setting that names the file. */
  variable: string
  path: string
  /** Told each time the file has changed: whether its secrets are in use from now on. */
  onChange(outcome: 'reloaded' | 'unusable'): void
  /** Gives the lines of the file. @default from the disk */
  readLines?: typeof readSecretLines
}

/**
 * The secrets of a file, one a line, asked on each delivery. A change of the file counts for the very
 * next one, so that a secret can be added before the service signs with it; a file that is missing or
 * has no usable list changes nothing, and is read again for each delivery until it is mended. Throws a
 * `SettingError` if the first one cannot be used. @see specs/decisions D-004
 */
export function createSecretsFile({
  variable,
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
  let told = ''
  return () => {
    // Marked before it is read: what changes meanwhile is read again.
    const now = markOf(path)
    if (now === mark) return secrets
    try {
      secrets = read()
      mark = now
      told = ''
      onChange('reloaded')
    } catch {
      // Not marked: a process without free file handles can read the same file a moment later.
      if (told !== now) onChange('unusable')
      told = now
    }
    return secrets
  }
}

/** Changes whenever the file does. */
function markOf(path: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true })
    return [ino, size, mtimeNs, ctimeNs].join()
  } catch {
    return 'missing'
  }
}
