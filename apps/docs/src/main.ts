import { existsSync } from 'node:fs'
import { host, port, runApp, StartError } from '@partner-platform/settings'
import { docsFolder } from './folders.ts'
import { serveDocs } from './serve-docs.ts'

await runApp(
  {
    name: 'docs',
    says: 'Serves the documentation site that `npx pnpm@12 run docs` built.',
    settings: { PORT: port(4030), HOST: host() },
    async start({ PORT, HOST }) {
      if (!existsSync(docsFolder)) {
        throw new StartError('The site is not built. Run `npx pnpm@12 run docs`.')
      }
      const { url, close } = await serveDocs({ folder: docsFolder, port: PORT, host: HOST })
      return { lines: [`Docs ready: ${url}/`], close }
    },
  },
  process.env,
)
