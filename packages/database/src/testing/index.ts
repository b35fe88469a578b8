export { copyStore, openEmptyStore, templateFolder } from './copy-store.ts'
export {
  openOldStore,
  rowsInContent,
  rowsInStore,
  writeOldStore,
} from './open-old-store.ts'
export { openPatiently } from './open-patiently.ts'
export {
  ask,
  createDatabase,
  freePort,
  type PostgresServer,
  type Standby,
  startPostgres,
  startStandby,
  watchServer,
} from './start-postgres.ts'
export { type StoreKind, startStore, storeKinds, type TestStore } from './start-store.ts'
