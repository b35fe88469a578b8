import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { packPackages } from './pack-packages.ts'
import { root } from './workspaces.ts'

// Packs the published packages for projects outside the repository, until they are on npm.

const folder = join(root, '.data/tarballs')
rmSync(folder, { recursive: true, force: true })
const packed = await packPackages(folder).catch((error: Error) => {
  console.error(`The packages cannot be packed: ${error.message.trim()}`)
  process.exit(1)
})
const tarballs = Object.values(packed).map((path) => JSON.stringify(path))
console.log(`Packed ${tarballs.length} packages. To install them, run this in your project:

  npm install ${tarballs.join(' ')}`)
