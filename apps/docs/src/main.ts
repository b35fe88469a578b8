import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { serveDocs } from './serve-docs.ts'

const folder = join(import.meta.dirname, '../dist')
const port = Number(process.env.DOCS_PORT ?? 4030)
if (!existsSync(folder)) {
  console.error('docs are not built: expected apps/docs/dist. Run `npx pnpm@12 docs` first.')
  process.exitCode = 1
} else {
  const server = await serveDocs({ folder, port })
  console.log(`docs: http://127.0.0.1:${port}/`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.close())
}
