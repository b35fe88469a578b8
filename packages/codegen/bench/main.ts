// All emitters, from the start of the process to written files, beside openapi-typescript alone. Each run is
// a process of its own, so that each peak is its own.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compare, type Figures, grow, inSmoke } from '@partner-platform/harness/bench'
import { documents } from '../test/check/public-documents/documents.ts'

const folder = mkdtempSync(join(tmpdir(), 'codegen-bench-'))
const out = join(folder, 'out')

function run(script: string): Figures {
  const report = `;console.log(JSON.stringify({ seconds: process.uptime(), 'peak MB': process.resourceUsage().maxRSS / 1024 }))`
  const args = ['--input-type=module', '--eval', script + report]
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    cwd: join(import.meta.dirname, '..'),
  })
  rmSync(out, { recursive: true, force: true })
  if (stdout === '') throw new Error(`The process failed: ${stderr}`)
  return JSON.parse(stdout) as Figures
}

const generate = (file: string) =>
  run(`
    import { runCli } from ${JSON.stringify(new URL('../src/cli.ts', import.meta.url).href)}
    const args = ['generate', '--openapi', ${JSON.stringify(file)}, '--out', ${JSON.stringify(out)}]
    const code = await runCli(args, { stdout() {}, stderr(text) { process.stderr.write(text) } })
    if (code !== 0) process.exit(code)`)

const openApiTypeScript = (file: string) =>
  run(`
    import { mkdirSync, writeFileSync } from 'node:fs'
    import { pathToFileURL } from 'node:url'
    import openapiTS, { astToString } from 'openapi-typescript'
    const text = astToString(await openapiTS(pathToFileURL(${JSON.stringify(file)})))
    mkdirSync(${JSON.stringify(out)})
    writeFileSync(${JSON.stringify(join(out, 'types.ts'))}, text)`)

/** A document with as many operations, each with parameters, a body and schemas of its own. */
function writeDocument(operations: number): string {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  const json = (schema: object) => ({ 'application/json': { schema } })
  const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength })
  const numbers = Array.from({ length: operations }, (_, index) => index)
  const file = join(folder, `${operations}.json`)
  const paths = numbers.map((number) => {
    const id = { name: 'id', in: 'path', required: true, schema: text(40) }
    const post = {
      operationId: `changeThing${number}`,
      parameters: [id],
      requestBody: { required: true, content: json(ref(`Thing${number}`)) },
      responses: { 200: { description: 'The thing.', content: json(ref(`Thing${number}`)) } },
    }
    return [`/things-${number}/{id}`, { post }]
  })
  const schemas = numbers.map((number) => {
    const properties = {
      name: text(number + 1),
      size: { type: 'integer', minimum: 0, maximum: number },
      tags: { type: 'array', maxItems: 10, items: text(10) },
    }
    return [`Thing${number}`, { type: 'object', required: ['name'], properties }]
  })
  const document = {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1.0.0' },
    paths: Object.fromEntries(paths),
    components: { schemas: Object.fromEntries(schemas) },
  }
  writeFileSync(file, JSON.stringify(document))
  return file
}

try {
  const wanted = inSmoke('Train Travel API', 'GitHub REST API')
  const file = documents.find(({ title }) => title === wanted)?.path ?? ''
  const rounds = 3
  await compare({
    id: 'codegen',
    title: 'Generate code from GitHub’s document (13 MB)',
    settings: `All emitters, from start to written files; medians of ${rounds} rounds. openapi-typescript writes types only.`,
    rounds,
    contestants: [
      { name: 'openapi-typescript alone', measure: () => openApiTypeScript(file) },
      { name: 'contract-codegen', measure: () => generate(file) },
    ],
    goals: [
      { row: 'contract-codegen', figure: 'seconds', atMost: 1.6 },
      { row: 'contract-codegen', figure: 'peak MB', atMost: 1.2 },
    ],
  })
  await grow({
    id: 'codegen-growth',
    title: 'Generate code from more operations',
    settings: 'A document with that many operations, each with a schema of its own.',
    size: 'operations',
    sizes: [10, 100, 1_000],
    measure: (operations) => generate(writeDocument(operations)),
  })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
