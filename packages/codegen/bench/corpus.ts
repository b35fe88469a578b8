import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { GenerateOptions } from '../src/generate.ts'
import { checkTypesIn } from '../test/check-types.ts'
import corpus from './corpus/documents.json' with { type: 'json' }

// Generates code from every document of `corpus/documents.json`, strictly and leniently, compiles it and imports
// it. The list was committed before the first run. Nothing but the npm registry is needed.

const help = `corpus: how much of the public documents in bench/corpus/documents.json the generator takes

  --only TEXT   only documents whose name has TEXT
  --mode MODE   only strict or lenient
  --verbose     each document that fails, with the reason
`
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    mode: { type: 'string' },
    verbose: { type: 'boolean' },
    help: { type: 'boolean' },
  },
})
if (values.help) {
  process.stdout.write(help)
  process.exit(0)
}

/** What became of one document in one mode. */
interface Verdict {
  mode: 'strict' | 'lenient'
  document: string
  state: 'fine' | 'refused' | 'internal' | 'not-compiled' | 'not-imported'
  reason?: string
}

const modes = (['strict', 'lenient'] as const).filter(
  (mode) => values.mode === undefined || mode === values.mode,
)
if (modes.length === 0) {
  console.error(`Unknown mode ${values.mode}. Use strict or lenient.`)
  process.exit(2)
}
const folder = resolve(import.meta.dirname, '../.data/corpus')
const packages = Object.entries(corpus)
  .map(([name, paths]) => [name, paths.filter((path) => `${name}/${path}`.includes(values.only))])
  .filter(([, paths]) => paths?.length) as [string, string[]][]

const placeOf = (name: string) => join(folder, name.replace('/', '+'))

function install(name: string): void {
  const place = placeOf(name)
  if (existsSync(place)) return
  mkdirSync(folder, { recursive: true })
  const [{ filename }] = JSON.parse(
    execFileSync('npm', ['pack', name, '--json', '--pack-destination', folder], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  ) as [{ filename: string }]
  const archive = join(folder, filename)
  mkdirSync(`${place}.part`, { recursive: true })
  execFileSync('tar', ['-xzf', archive, '-C', `${place}.part`])
  execFileSync('mv', [`${place}.part`, place])
  rmSync(archive)
}

/** In a process of its own, so that neither memory nor a crash of one document touches another. */
function generateOne(
  file: string,
  out: string,
  mode: Verdict['mode'],
): Omit<Verdict, 'document' | 'mode'> {
  const kind = /^[\s"'{]*asyncapi["']?\s*:/m.test(readFileSync(file, 'utf8'))
    ? 'asyncapi'
    : 'openapi'
  const script = `
    import { generate } from ${JSON.stringify(new URL('../src/generate.ts', import.meta.url).href)}
    import { writeFiles } from ${JSON.stringify(new URL('../src/output/write-files.ts', import.meta.url).href)}
    const options = ${JSON.stringify({ [kind]: [file], lenient: mode === 'lenient' } satisfies GenerateOptions)}
    try {
      const files = await generate(options)
      writeFiles(files, ${JSON.stringify(out)})
      const state = await import(${JSON.stringify(`${out}/index.ts`)}).then(() => ({ state: 'fine' }), (error) => ({ state: 'not-imported', reason: error.message }))
      console.log(JSON.stringify(state))
    } catch (error) {
      const isRefusal = error.name === 'ContractError'
      console.log(JSON.stringify({ state: isRefusal ? 'refused' : 'internal', reason: isRefusal ? error.message : error.stack }))
    }`
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--max-old-space-size=4096', '--eval', script],
    { encoding: 'utf8', maxBuffer: 1e9 },
  )
  const last = stdout.trim().split('\n').at(-1) ?? ''
  return last.startsWith('{')
    ? JSON.parse(last)
    : { state: 'internal', reason: stderr.slice(-2000) }
}

const verdicts: Verdict[] = []
const outs = join(folder, 'out')
rmSync(outs, { recursive: true, force: true })
let done = 0
const total = packages.reduce((sum, [, paths]) => sum + paths.length, 0)
for (const [name, paths] of packages) {
  install(name)
  for (const path of paths) {
    for (const mode of modes) {
      const out = join(outs, mode, String(done))
      const document = `${name}/${path}`
      verdicts.push({
        mode,
        document,
        ...generateOne(join(placeOf(name), 'package', path), out, mode),
      })
    }
    done += 1
    if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${total}`)
  }
}
for (const mode of modes) {
  const errors = await checkTypesIn(join(outs, mode))
  for (const error of errors) {
    const number = Number(error.split('/')[0])
    const verdict = verdicts.filter((one) => one.mode === mode)[number]
    if (verdict === undefined) throw new Error(`the compiler failed: ${error}`)
    if (verdict.state === 'fine') Object.assign(verdict, { state: 'not-compiled', reason: error })
  }
}
writeFileSync(join(folder, 'verdicts.json'), JSON.stringify(verdicts, null, 1))
console.log(
  '| mode | generate, compile and run | refused | internal error | not compiled | not imported |',
)
console.log('| --- | --: | --: | --: | --: | --: |')
for (const mode of modes) {
  const own = verdicts.filter((verdict) => verdict.mode === mode)
  const count = (state: Verdict['state']) => own.filter((one) => one.state === state).length
  const share = `${count('fine')} of ${own.length} (${((100 * count('fine')) / own.length).toFixed(1)} %)`
  const others = (['refused', 'internal', 'not-compiled', 'not-imported'] as const).map(count)
  console.log(`| ${[mode, share, ...others].join(' | ')} |`)
}
for (const { mode, document, state, reason } of values.verbose ? verdicts : [])
  if (state !== 'fine') console.log(`${mode} ${state} ${document}\n  ${reason?.slice(0, 300)}`)
