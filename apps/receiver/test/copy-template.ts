import { join } from 'node:path'
import { copyStore } from '@partner-platform/database/testing'
import { openStore } from '../src/index.ts'

/** A folder with an empty store that nobody has open. */
export const copyTemplate = () =>
  copyStore({
    app: join(import.meta.dirname, '..'),
    open: (folder) => openStore({ location: { kind: 'embedded', folder } }),
  })
