import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { serveDocs } from '@partner-platform/docs'
import { writeFiles } from '@partner-platform/harness'
import { openBrowser } from '@partner-platform/harness/browser'
import { constants } from '@partner-platform/types'
import { createSecret } from '@partner-platform/webhooks'
import { runServer } from 'verdaccio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { type Copy, copySources } from '../../src/copy-repository.ts'
import { removeNotices } from '../../src/record-release.ts'
import { published } from '../../src/tarballs.ts'
import { root } from '../../src/workspaces.ts'
import { startDev } from '../check/dev/start-dev.ts'
import { readWalkThrough } from '../check/read-walk-through.ts'
import { type Ended, run, start as startProcess, succeed as succeedAnywhere } from '../check/run.ts'
import { type OpenPage, openPage } from './open-page.ts'

// Runs the version and publish commands of `release.yml` on a copy of the repository and against a local
// registry. The pull request and provenance exist only on GitHub.

const workflow = parse(readFileSync(join(root, '.github/workflows/release.yml'), 'utf8'))
const answers = constants.receiverAnswers
const scripts: Record<`${'version' | 'publish'}-script`, string> =
  workflow.jobs.release.steps.at(-1).with

let copy: Copy
let registry: Awaited<ReturnType<typeof startRegistry>>
let project: string
let release: Ended

/** Runs a command line that must succeed, with the registry in place of npm's. */
const succeed = (command: string, folder = copy.folder, env: Record<string, string> = {}) =>
  succeedAnywhere(command, folder, {
    ...env,
    npm_config_registry: registry.url,
    npm_config_userconfig: join(copy.folder, '.data/npmrc'),
  })

beforeAll(async () => {
  copy = copySources()
  // If you are root, Postgres runs as another user, who must be able to enter the folder.
  chmodSync(copy.folder, 0o755)
  mkdirSync(join(copy.folder, '.data'))
  registry = await startRegistry(join(copy.folder, '.data'))
  writeFileSync(join(copy.folder, '.data/npmrc'), registry.npmrc)
  await succeed('git init --quiet --initial-branch=main')
  await succeed('git config user.name release && git config user.email release@localhost')
  await commit()
  await succeed('npx --yes pnpm@12 install --frozen-lockfile --prefer-offline')
  await succeed(scripts['version-script'])
  await commit()
  release = await succeed(scripts['publish-script'])

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

  it('leaves nothing for a person to edit in its pull request', async () => {
    for (const { name, place } of published) {
      const readme = readFileSync(join(copy.folder, place, 'README.md'), 'utf8')
      expect(removeNotices(readme), name).toBe(readme)
    }
    await succeed('npx --yes pnpm@12 exec biome check .')
  })

  it('keeps the documents of the new version for the site', () => {
    const { version } = manifestOf(join(copy.folder, 'specs'))
    const kept = join(copy.folder, 'apps/docs/releases', version, 'openapi.json')
    expect(readFileSync(kept, 'utf8')).toBe(
      readFileSync(join(copy.folder, 'specs/dist/openapi.json'), 'utf8'),
    )
  })

  it('tags each package', async () => {
    const tags = (await succeed('git tag')).stdout.trim().split('\n')
    const expected = published.map(({ name, place }) => {
      return `${name}@${manifestOf(join(copy.folder, place)).version}`
    })
    expect(tags.toSorted(), release.stdout).toEqual(expected.toSorted())
  })

  it('publishes nothing when it runs again', async () => {
    const { stdout, stderr } = await succeed(scripts['publish-script'])
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
})

describe('a newcomer with an empty folder, the docs and a clone', () => {
  let start: Awaited<ReturnType<typeof startDev>>
  let landing: OpenPage
  let folder: string
  const write = (files: Record<string, string>) => writeFiles(folder, files)

  beforeAll(async () => {
    const data = join(copy.folder, '.data/start')
    const stores = {
      DATA_FOLDER: join(data, 'server'),
      RECEIVER_DATA_FOLDER: join(data, 'receiver'),
    }
    start = await startDev(copy.folder, { ...stores, PATH: process.env.PATH ?? '' }, 'start')
    const [, docs = ''] = /docs +(\S+)\n$/.exec(await start.says(/^ *docs +http\S+\n/m)) ?? []
    landing = await openPage(docs)
    folder = mkdtempSync(join(tmpdir(), 'newcomer-'))
  })
  afterAll(async () => {
    await start?.stop()
    if (folder) rmSync(folder, { recursive: true })
  })

  it('calls the API, then receives a webhook', async () => {
    const call = await openPage(landing.link('Call and receive'))
    const variables = call
      .code('sh', 'PLATFORM_URL')
      .replace('http://127.0.0.1:4010', new URL(start.placeOf('server')).origin)
      .replace('the-key-that-start-printed', start.apiKey)
    const command = call.command('node ')
    write({ [command.slice('node '.length)]: call.code('ts') })
    await succeed(call.command('npm install'), folder)
    expect((await succeed(variables + command, folder)).stdout).toMatch(/^IN India$/m)
    const wrong = await run(`${variables}PLATFORM_API_KEY=anything ${command}`, folder)
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('401') })

    const receive = await openPage(call.link('Receive a webhook'))
    const makeSecret = `${receive.code('sh', 'openssl')}printf %s "$WEBHOOK_SECRET"`
    const { stdout: secret } = await succeed(makeSecret, folder)
    await succeed(receive.command('npm install'), folder)
    write({
      'receiver.mts': receive.code('ts', 'createServer'),
      'event.json': receive.code('json'),
      'send.mts': receive.code('ts', 'event.json'),
    })
    const env = { WEBHOOK_SECRET: secret, PORT: '0' }
    const receiver = startProcess(`exec ${receive.command('node ')}`, folder, env)
    try {
      const lines = createInterface({ input: receiver.stdout })[Symbol.asyncIterator]()
      const [port = ''] = String((await lines.next()).value).match(/\d+(?=\D*$)/) ?? []
      const address = receive.code('sh', 'WEBHOOK_URL').replace('4020', port)
      const send = async (WEBHOOK_SECRET: string) =>
        (await succeed(`${address}node send.mts`, folder, { WEBHOOK_SECRET })).stdout.trim()
      expect(await send(secret)).toBe(String(answers.accepted))
      expect((await lines.next()).value).toMatch(/^RETURNED /)
      expect(await send(createSecret())).toBe(String(answers.unverified))
    } finally {
      receiver.kill()
      await once(receiver, 'close')
    }
  })

  it('changes the contract, and sees what each change means since the last release', async () => {
    const design = await openPage(landing.link('Design the contract'))
    const country = join(copy.folder, 'specs/schemas/country.yaml')
    const dev = await startDev(copy.folder)
    try {
      const described = readFileSync(country, 'utf8')
      writeFileSync(country, described.replace(/(?<= name:\n +description: ).*/, 'A name.'))
      await dev.says(/✓ green[\s\S]*patch/)
      for (const { file, edit } of readWalkThrough('Add an optional field').edits) {
        const path = join(copy.folder, file)
        writeFileSync(path, edit(existsSync(path) ? readFileSync(path, 'utf8') : ''))
      }
      await dev.says(/✓ green[\s\S]*minor/)
    } finally {
      await dev.stop('SIGINT')
    }
    await succeed(design.code('sh', 'check:fast').split('\n')[0] ?? '')

    const gate = 'npx --yes pnpm@12 --filter=*/compat check:compat'
    const { stdout } = await run(gate, copy.folder)
    const [, file, changeset = ''] =
      /^Write this to (\S+):\n\n(---\n[\s\S]*?\n---\n\n.*\n)/m.exec(stdout) ?? []
    expect(file, stdout).toBe('.changeset/contract-minor.md')
    writeFileSync(join(copy.folder, '.changeset/contract-minor.md'), changeset)
    await succeed(gate)
  })

  it('embeds the reference, with its own name, colours and base URLs', async () => {
    const embed = await openPage(landing.link('Embed the reference'))
    write({
      'copy-contract.mjs': embed.code('js'),
      'public/reference.html': embed.code('html', '100vh'),
      'public/component.html': embed.code('html', '<contract-reference'),
      'public/contract-reference.js': embed.code('js', 'customElements'),
      'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    })
    await succeed(embed.code('sh', 'copy-contract.mjs'), folder)
    const overlays = join(folder, 'node_modules/@partner-platform/specs/overlays')
    for (const name of ['environments.yaml', 'branding.yaml'])
      cpSync(join(overlays, name), join(folder, name))
    await succeed(embed.code('sh', 'partner-platform overlay'), folder)
    expect(readFileSync(join(folder, 'openapi.yaml'), 'utf8')).toContain('https://api.example.com')
    const { stdout, stderr } = await succeed(embed.code('sh', 'partner-platform page'), folder)
    const page = readFileSync(join(folder, 'openapi.html'))
    const [integrity = ''] = /sha384-[\w+/]+/.exec(stdout + stderr) ?? []
    expect(integrity).toBe(`sha384-${createHash('sha384').update(page).digest('base64')}`)

    const checked = embed.code('html', 'integrity').replace('INTEGRITY_OF_OPENAPI_HTML', integrity)
    write({ 'public/checked.html': checked })
    cpSync(join(folder, 'openapi.html'), join(folder, 'public/contract/openapi.html'))
    const site = await serveDocs({ folder: join(folder, 'public'), port: 0 })
    const browser = await openBrowser()
    try {
      const window = await browser.newPage()
      const heading = window.frameLocator('iframe').getByRole('heading', { level: 1 }).first()
      for (const name of ['reference', 'checked', 'component']) {
        await window.goto(`${site.url}/${name}.html`)
        expect(await heading.textContent(), name).toContain('Example Travel Platform')
      }
    } finally {
      await browser.close()
      await site.close()
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
