import { join } from 'node:path'
import chromium, { inflate } from '@sparticuz/chromium'

// Run as a process: unpacks the browser and its libraries, given the folder of the archives.
const [archives = ''] = process.argv.slice(2)
await chromium.executablePath()
await inflate(join(archives, 'al2023.tar.br'))
