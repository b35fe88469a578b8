export { copyStore, type StoreCopyOptions } from './copy-store.ts'
export { openPatiently } from './open-patiently.ts'
export { type PostgresServer, startPostgres } from './start-postgres.ts'
export { type StoreKind, startStore, storeKinds, type TestStore } from './start-store.ts'
