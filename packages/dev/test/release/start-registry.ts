import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { runServer } from 'verdaccio'

/** A registry on a free port: our packages can be published without an account; all others come from npm. */
export async function startRegistry(folder: string) {
  const own = { access: '$all', publish: '$all', unpublish: '$all' }
  const others = { access: '$all', proxy: 'npm' }
  const configuration: object = {
    storage: join(folder, 'storage'),
    configPath: join(folder, 'verdaccio.yaml'),
    auth: { htpasswd: { file: join(folder, 'users') } },
    uplinks: { npm: { url: process.env.npm_config_registry ?? 'https://registry.npmjs.org/' } },
    packages: { '@partner-platform/*': own, '**': others },
    web: { enable: false },
    log: { type: 'stdout', format: 'pretty', level: 'fatal' },
  }
  // Its types require every setting.
  const server: Server = await runServer(configuration as Parameters<typeof runServer>[0])
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return {
    url,
    /** What an `.npmrc` needs for it. It accepts any token, but npm publishes only with one. */
    npmrc: `registry=${url}\n${url.slice('http:'.length)}:_authToken=none\n`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
