import { lockFolder } from '../../src/lock-folder.ts'

/** A process that holds the lock of a folder until it is killed. */
lockFolder(process.argv[2] ?? '')
process.stdout.write('locked\n')
setInterval(() => {}, 60_000)
