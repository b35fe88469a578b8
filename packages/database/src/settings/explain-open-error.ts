import { SettingError, StartError } from '@partner-platform/settings'
import { FolderInUseError, StoreDownError } from '../errors.ts'
import type { StoreLocation } from '../store.ts'

export type OpenContext = {
  location: StoreLocation
  /** Name of the variable that gives the folder. */
  folderVariable: string
}

/**
 * Why a store did not open, in words of ours that name the variable: an error of the driver can quote
 * the URL, and with it a password.
 */
export function explainOpenError(error: unknown, { location, folderVariable }: OpenContext) {
  if (error instanceof StoreDownError) {
    const variable = location.kind === 'postgres' ? 'DATABASE_URL' : folderVariable
    return new StartError(`${variable}: ${error.message}`, { cause: error })
  }
  if (location.kind === 'postgres') {
    const received = codeOf(error) ?? 'no answer in time'
    return new StartError(
      `DATABASE_URL cannot be opened: expected a Postgres that answers, received ${received}. See that it is there and that this process may use it.`,
      { cause: error },
    )
  }
  if (error instanceof FolderInUseError) {
    return new SettingError(`${folderVariable}: ${error.message}`, { cause: error })
  }
  const received = codeOf(error) ?? 'one that does not open'
  return new StartError(
    `${folderVariable} cannot be opened: expected a folder that this process can write, received ${received}. Change its permissions, or use another folder.`,
    { cause: error },
  )
}

/** The first code among an error and its causes. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : codeOf(error.cause)
}
