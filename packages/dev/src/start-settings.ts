import { join } from 'node:path'
import { text } from '@partner-platform/settings'
import { portSettings } from './ports.ts'
import { root } from './workspaces.ts'

/** Every setting of `start`. */
export const startSettings = {
  ...portSettings,
  DATA_FOLDER: text({
    says: "Folder of the server's store; what is in it is there again at the next start.",
    unit: 'path',
    fallback: join(root, '.data/server'),
  }),
  RECEIVER_DATA_FOLDER: text({
    says: "Folder of the receiver's store; what arrived is there again at the next start.",
    unit: 'path',
    fallback: join(root, '.data/receiver'),
  }),
}
