import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addPolicy } from '@partner-platform/specs/build/index.ts'

/** The search runs a WebAssembly module, in a worker; every other `eval` stays forbidden. */
const policy = {
  scripts: "'self' 'wasm-unsafe-eval'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'worker-src': "'self'",
  'connect-src': "'self'",
}

/** Gives every page in the folder a content security policy that keeps it within its own site. */
export function protectPages(folder: string): void {
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.html')) continue
    const path = join(folder, file)
    writeFileSync(path, addPolicy(readFileSync(path, 'utf8'), policy))
  }
}
