import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleContract } from '../src/bundle-contract.ts'
import { documents, type PublicDocument } from '../test/check/public-documents/documents.ts'

/** One process per document, so that each peak is its own. All emitters, from start to written files. */
function measure({ path, kind }: PublicDocument) {
  const out = mkdtempSync(join(tmpdir(), 'contract-codegen-bench-'))
  const script = `
    import { runCli } from ${JSON.stringify(new URL('../src/cli.ts', import.meta.url).href)}
    const code = await runCli(['generate', '--${kind}', ${JSON.stringify(path)}, '--out', ${JSON.stringify(out)}], { stdout() {}, stderr() {} })
    console.log(JSON.stringify({ code, seconds: process.uptime(), peakMb: process.resourceUsage().maxRSS / 1024 }))`
  try {
    const args = ['--input-type=module', '--eval', script]
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    if (stdout === '') throw new Error(`the child process failed: ${stderr}`)
    return JSON.parse(stdout) as { code: number; seconds: number; peakMb: number }
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
  const { code, seconds, peakMb } = measure(document)
  if (code !== 0) throw new Error(`${document.title} was refused with exit code ${code}`)
  const { operations, messages, schemas } = bundleContract({ [document.kind]: [document.path] })
  const kilobytes = statSync(document.path).size / 1e3
  const cells = [
    ...[document.title, document.format],
    kilobytes > 1e3 ? `${(kilobytes / 1e3).toFixed(1)} MB` : `${Math.round(kilobytes)} kB`,
    ...[operations.length, messages.length, schemas.length],
    ...[seconds.toFixed(1), Math.round(peakMb)],
  ]
  console.log(`| ${cells.join(' | ')} |`)
}
