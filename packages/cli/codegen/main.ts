import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { toExamplesModule } from './to-examples-module.ts'

const file = join(import.meta.dirname, '../src/generated/examples.ts')
const wanted = toExamplesModule()

if (process.argv[2] === 'generate') {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, wanted)
} else if (!existsSync(file) || readFileSync(file, 'utf8') !== wanted) {
  console.error(
    'src/generated/examples.ts is not what specs/examples gives. Run npx pnpm@12 generate; what was edited by hand there is lost.',
  )
  process.exitCode = 1
}
