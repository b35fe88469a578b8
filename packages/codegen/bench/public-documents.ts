import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleContract } from '../src/bundle-contract.ts'
import { documents, type PublicDocument } from '../test/check/public-documents/documents.ts'

/** One process per document, so that each peak is its own. All emitters, from start to written files. */
function measure({ path, format }: PublicDocument) {
  const out = mkdtempSync(join(tmpdir(), 'contract-codegen-bench-'))
  const kind = format.startsWith('OpenAPI') ? 'openapi' : 'asyncapi'
  const script = `
    import { runCli } from ${JSON.stringify(new URL('../src/cli.ts', import.meta.url).href)}
    const code = await runCli(['generate', '--${kind}', ${JSON.stringify(path)}, '--out', ${JSON.stringify(out)}], { stdout() {}, stderr() {} })
    console.log(JSON.stringify({ code, seconds: process.uptime(), peakMb: process.resourceUsage().maxRSS / 1024 }))`
  try {
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '--eval', script],
      { encoding: 'utf8' },
    )
    if (stdout === '') throw new Error(`the child process failed: ${stderr}`)
    const contract = bundleContract({ [kind]: [path] })
    return {
      ...(JSON.parse(stdout) as { code: number; seconds: number; peakMb: number }),
      contract,
    }
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}

const [cpu] = cpus()
console.log(
  `Node ${process.version}, ${cpus().length} cores of ${cpu?.model.trim() ?? 'unknown'}\n`,
)
console.log('| Document | Format | Size | Operations | Messages | Schemas | Seconds | Peak MB |')
console.log('|---|---|--:|--:|--:|--:|--:|--:|')
for (const document of documents) {
  const { code, seconds, peakMb, contract } = measure(document)
  const size = statSync(document.path).size
  const lines = readFileSync(document.path, 'utf8').split('\n').length
  if (code !== 0)
    throw new Error(`${document.title} of ${lines} lines was refused with exit code ${code}`)
  const counts = [contract.operations, contract.messages, contract.schemas].map(
    (list) => list.length,
  )
  const sizeText = size > 1e6 ? `${(size / 1e6).toFixed(1)} MB` : `${Math.round(size / 1e3)} kB`
  const cells = [
    document.title,
    document.format,
    sizeText,
    ...counts,
    seconds.toFixed(1),
    Math.round(peakMb),
  ]
  console.log(`| ${cells.join(' | ')} |`)
}
