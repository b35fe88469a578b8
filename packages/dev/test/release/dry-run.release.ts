import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openPlatform } from '@partner-platform/server/testing'
import { createSecret } from '@partner-platform/webhooks'
import { runServer } from 'verdaccio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { type Copy, copySources } from '../../src/copy-repository.ts'
import { published } from '../../src/tarballs.ts'
import { root } from '../../src/workspaces.ts'
import { type Ended, run, start, succeed as succeedAnywhere } from '../check/run.ts'

// Runs the version and publish commands of `release.yml` on a copy of the repository and against a local
// registry. The pull request and provenance exist only on GitHub.

const workflow = parse(readFileSync(join(root, '.github/workflows/release.yml'), 'utf8'))
const commands: { version: string; publish: string } = workflow.jobs.release.steps.at(-1).with

let copy: Copy
let registry: Awaited<ReturnType<typeof startRegistry>>
let project: string
let release: Ended

/** Runs a command line that must succeed, with the registry in place of npm's. */
const succeed = (command: string, folder = copy.folder) =>
  succeedAnywhere(command, folder, {
    npm_config_registry: registry.url,
    npm_config_userconfig: join(copy.folder, '.data/npmrc'),
  })

beforeAll(async () => {
  copy = copySources()
  mkdirSync(join(copy.folder, '.data'))
  registry = await startRegistry(join(copy.folder, '.data'))
  writeFileSync(join(copy.folder, '.data/npmrc'), registry.npmrc)
  await succeed('git init --quiet --initial-branch=main')
  await succeed('git config user.name release && git config user.email release@localhost')
  await commit()
  await succeed('npx --yes pnpm@12 install --frozen-lockfile --prefer-offline')
  await succeed(commands.version)
  await commit()
  release = await succeed(commands.publish)

  project = join(copy.folder, '.data/project')
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }')
  await succeed(`npm install ${published.map(({ name }) => name).join(' ')}`, project)
})
afterAll(async () => {
  await registry?.close()
  copy?.remove()
})

const commit = () => succeed('git add --all && git commit --quiet --message release')

const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

describe('the release', () => {
  it('raises the version of each package, and writes its changelog', () => {
    for (const { name, place, folder } of published) {
      const { version } = manifestOf(join(copy.folder, place))
      expect(version, name).not.toBe(manifestOf(folder).version)
      expect(version, name).toMatch(/^(0\.[1-9]\d*|[1-9]\d*\.\d+)\.\d+$/)
      const changelog = readFileSync(join(copy.folder, place, 'CHANGELOG.md'), 'utf8')
      expect(changelog, name).toContain(`\n## ${version}\n`)
    }
  })

  it('tags each package', async () => {
    const tags = (await succeed('git tag')).stdout.trim().split('\n')
    const expected = published.map(({ name, place }) => {
      return `${name}@${manifestOf(join(copy.folder, place)).version}`
    })
    expect(tags.toSorted(), release.stdout).toEqual(expected.toSorted())
  })

  it('publishes nothing when it runs again', async () => {
    const { stdout, stderr } = await succeed(commands.publish)
    expect(stdout + stderr).toContain('No unpublished projects to publish')
  })
})

describe('an empty project that installs from the registry', () => {
  it('has every package at its published version', () => {
    for (const { name, place } of published) {
      const { version } = manifestOf(join(copy.folder, place))
      expect(manifestOf(join(project, 'node_modules', name)).version, name).toBe(version)
    }
  })

  it('calls the API, as the quickstart says', async () => {
    const platform = await openPlatform()
    try {
      const { key } = await platform.createKey()
      writeFileSync(join(project, 'countries.mts'), readSnippet('quickstart/call-the-api'))
      const env = { PLATFORM_URL: platform.url, PLATFORM_API_KEY: key }
      const { stdout, stderr, code } = await run('node countries.mts', project, env)
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout).toMatch(/^IN India$/m)
    } finally {
      await platform.close()
    }
  })

  it('receives a webhook that its command sends, as the quickstart says', async () => {
    const secret = createSecret()
    writeFileSync(join(project, 'receiver.mts'), readSnippet('quickstart/receive-a-webhook'))
    const receiver = start('exec node receiver.mts', project, { WEBHOOK_SECRET: secret, PORT: '0' })
    try {
      const lines = createInterface({ input: receiver.stdout })[Symbol.asyncIterator]()
      const [port] = String((await lines.next()).value).match(/\d+(?=\D*$)/) ?? []
      const line = `npx partner-platform send http://127.0.0.1:${port}/ --status RETURNED`
      const env = { PARTNER_PLATFORM_WEBHOOK_SECRETS: secret }
      const { code, stderr } = await run(line, project, env)
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect((await lines.next()).value).toMatch(/^RETURNED /)
    } finally {
      receiver.kill()
      await once(receiver, 'close')
    }
  })
})

it('packs tarballs that npm installs in an empty project', async () => {
  const { stdout } = await succeed('npx --yes pnpm@12 tarballs')
  const [command = ''] = /npm install .*/.exec(stdout) ?? []
  const folder = join(copy.folder, '.data/from-tarballs')
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  await succeed(command, folder)
  const { dependencies } = manifestOf(folder)
  expect(Object.keys(dependencies)).toEqual(published.map(({ name }) => name).toSorted())
  for (const path of Object.values(dependencies)) expect(path).toMatch(/^file:.*\.tgz$/)
})

/** The first TypeScript program on a page of the docs. */
function readSnippet(page: string): string {
  const text = readFileSync(join(copy.folder, `apps/docs/content/${page}.md`), 'utf8')
  const [, program] = /```\w+ title="TypeScript"\n([\s\S]*?)```/.exec(text) ?? []
  if (program === undefined) throw new Error(`${page}.md has no TypeScript program.`)
  return program
}

/** A registry on a free port: our packages can be published without an account; all others come from npm. */
async function startRegistry(folder: string) {
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
