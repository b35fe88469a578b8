/** A data folder that another process, or this one, has open already. */
export class FolderInUseError extends Error {
  override name = 'FolderInUseError'
}

/** The embedded store broke off: its engine stopped, and could not be started again yet. */
export class StoreDownError extends Error {
  override name = 'StoreDownError'
}
