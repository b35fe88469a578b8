import { cpSync } from 'node:fs'
import { join } from 'node:path'

// Generated code carries the modules of `runtime`: the emitters read them as they are written.
const folder = join(import.meta.dirname, '..')
cpSync(join(folder, 'src/runtime'), join(folder, 'dist/runtime'), { recursive: true })
