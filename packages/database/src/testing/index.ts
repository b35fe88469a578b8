export { copyStore, openEmptyStore, type StoreCopyOptions } from './copy-store.ts'
export {
  type OldStoreOptions,
  openOldStore,
  rowsInContent,
  rowsInStore,
  type StoreContent,
  writeOldStore,
} from './open-old-store.ts'
export { openPatiently } from './open-patiently.ts'
export { createDatabase, freePort, type PostgresServer, startPostgres } from './start-postgres.ts'
export { type Standby, startStandby } from './start-standby.ts'
export { type StoreKind, startStore, storeKinds, type TestStore } from './start-store.ts'
export { templateFolder } from './template-folder.ts'
export { watchServer } from './watch-server.ts'
