import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
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
      const server = await serveDocs({ folder: docsFolder, port: PORT, host: HOST })
      const { address, port } = server.address() as AddressInfo
      return {
        lines: [`Docs ready: http://${address}:${port}/`],
        async close() {
          server.close()
          server.closeAllConnections()
        },
      }
    },
  },
  process.env,
)
