import { lockFolder } from '../../src/embedded-store.ts'
import { lockBySocket } from './lock-by-socket.ts'

/** A process that holds the lock of a folder until it is killed. */
const [folder = '', mutant] = process.argv.slice(2)
if (mutant) await lockBySocket(folder)
else lockFolder(folder)
process.stdout.write('locked\n')
setInterval(() => {}, 60_000)
