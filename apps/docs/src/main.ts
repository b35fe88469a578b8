import { existsSync } from 'node:fs'
import { docsFolder } from './docs-folder.ts'
import { serveDocs } from './serve-docs.ts'

const port = Number(process.env.DOCS_PORT ?? 4030)
if (!existsSync(docsFolder)) {
  console.error('docs are not built: expected apps/docs/dist. Run `npx pnpm@12 docs` first.')
  process.exitCode = 1
} else {
  const server = await serveDocs({ folder: docsFolder, port })
  console.log(`docs: http://127.0.0.1:${port}/`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.close())
}
