import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { run } from '../check/run.ts'

const require = createRequire(import.meta.url)

type Compiler = { version: string; tsc: string; resolution: string }

/** Every TypeScript that consumers may have. Only the newest takes both ways to resolve modules. */
const combinations = [
  ['typescript-5.9', 'bundler'],
  ['typescript-6', 'nodenext'],
  ['typescript', 'bundler'],
  ['typescript', 'nodenext'],
] as const

export function findCompilers(): Compiler[] {
  return combinations.map(([alias, resolution]) => {
    const manifest = require.resolve(`${alias}/package.json`)
    const { version, bin } = JSON.parse(readFileSync(manifest, 'utf8'))
    return { version, tsc: join(dirname(manifest), bin.tsc), resolution }
  })
}

/** What the compiler says about the project of a careful consumer; empty if it compiles. */
export async function compile({ version, tsc, resolution }: Compiler, project: string) {
  const config = join(project, `tsconfig.${version}.${resolution}.json`)
  const compilerOptions = {
    target: 'ES2022',
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
    module: resolution === 'nodenext' ? 'NodeNext' : 'ESNext',
    moduleResolution: resolution,
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    // The compiler's own library is not ours to check, and takes most of the time.
    skipDefaultLibCheck: true,
    allowImportingTsExtensions: true,
    resolveJsonModule: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    types: [],
  }
  writeFileSync(config, JSON.stringify({ compilerOptions, include: ['src'] }))
  const { code, stdout, stderr } = await run(`node "${tsc}" -p "${config}"`, project)
  return stdout + stderr || (code === 0 ? '' : `exit code ${code}`)
}
