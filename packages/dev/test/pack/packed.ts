import { findWorkspaces } from '../../src/workspaces.ts'

/** Every published package, the specs included. */
export const packed = findWorkspaces().filter(
  ({ place, manifest }) => manifest.private !== true && !place.startsWith('apps/'),
)
