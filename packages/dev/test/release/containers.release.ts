import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { createClient } from '@partner-platform/client'
import { startPostgres } from '@partner-platform/database/testing'
import { until } from '@partner-platform/settings/testing'
import { validate } from 'dockerfile-utils'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { addPartner } from '../../src/add-partner.ts'
import { type Copy, copySources } from '../../src/copy-repository.ts'
import { root } from '../../src/workspaces.ts'
import { type Replayed, replayDockerfile } from './replay-dockerfile.ts'
import type { Started } from './start-stage.ts'

type Service = {
  build?: { context: string; dockerfile: string }
  image: string
  environment?: Record<string, string>
  depends_on?: Record<string, unknown>
  volumes?: string[]
}

const compose: { services: Record<string, Service> } = parse(
  readFileSync(join(root, '.docker/compose.yaml'), 'utf8'),
  { merge: true },
)
const services = Object.entries(compose.services)
const dockerfiles = services.flatMap(([, { build }]) => build?.dockerfile ?? [])

describe('the Dockerfiles', () => {
  it.each(dockerfiles)(
    '%s has no mistake, and uses the Node version of this repository',
    (file) => {
      const text = readFileSync(join(root, file), 'utf8')
      expect(validate(text).map(({ message }) => message)).toEqual([])
      const version = readFileSync(join(root, '.node-version'), 'utf8').trim()
      for (const [, image] of text.matchAll(/^FROM (\S+)/gm))
        expect(image).toBe(`node:${version}-slim`)
      expect(text).toMatch(/^USER node$/m)
    },
  )
})

it('compose.yaml waits only for services that it defines, and builds each of our images', () => {
  const names = Object.keys(compose.services)
  for (const [name, { depends_on = {} }] of services)
    expect(names, name).toEqual(expect.arrayContaining(Object.keys(depends_on)))
  const built = services.flatMap(([, { build, image }]) => (build ? [image] : []))
  const ours = services.map(([, { image }]) => image).filter((one) => one.startsWith('partner-'))
  expect([...new Set(ours)].toSorted()).toEqual(built.toSorted())
})

// The steps run as root, as in a container, so that what they start can run as another user.
describe.skipIf(process.getuid?.() !== 0)('compose.yaml, replayed in folders', () => {
  let copy: Copy
  const images = new Map<string, Replayed>()
  const running: Started[] = []
  let variables: NodeJS.Dict<string> = {}

  beforeAll(async () => {
    copy = copySources()
    // What runs as another user must be able to enter.
    chmodSync(copy.folder, 0o755)
    execFileSync('sh', [join(copy.folder, '.docker/set-up.sh')])
    // What a developer's folder has, and a clone has not.
    for (const place of ['.data', '.git', 'apps/server/.data'])
      mkdirSync(join(copy.folder, place), { recursive: true })
    for (const [, { build, image }] of services)
      if (build) {
        const file = join(copy.folder, '.docker', build.context, build.dockerfile)
        images.set(image, replayDockerfile(file, copy.folder))
      }
    variables = parseEnv(readFileSync(join(copy.folder, '.docker/.env'), 'utf8'))
  })
  afterAll(async () => {
    for (const one of running.toReversed()) await one.stop()
    for (const image of images.values()) image.remove()
    copy?.remove()
  })

  it.each(['.env', 'receiver.txt', '.data', '.git'])('no image gets %s, in any stage', (name) => {
    expect([...images.values()].flatMap((image) => image.find(name))).toEqual([])
  })

  it.each([
    ['partner-platform-server', 120],
    ['partner-platform-receiver', 120],
    ['partner-platform-docs', 60],
  ])('%s adds at most %i MB to its base', (image, most) => {
    expect(images.get(image)?.size).toBeLessThan(most * 1e6)
  })

  it('an event reaches the inbox through Postgres and two workers, and every process exits with 0', async () => {
    const postgres = await startPostgres()
    onTestFinished(() => postgres.remove())
    const url = await postgres.createDatabase()
    const start = async (name: string) => {
      const { image, environment = {}, volumes = [] } = compose.services[name] as Service
      const folders = volumes.flatMap((volume) => {
        const [, folder, place] = /^\.\/(\w+):(\/\w+)/.exec(volume) ?? []
        return folder && place ? [[place, join(copy.folder, '.docker', folder)]] : []
      })
      const filled = Object.entries(environment).map(([key, value]) => [
        key,
        value.replaceAll(/\$\{(\w+)[^}]*\}/g, (_, one: string) => variables[one] ?? ''),
      ])
      const env = {
        ...Object.fromEntries(filled),
        ...(environment.DATABASE_URL && { DATABASE_URL: url }),
      }
      const mounts = Object.fromEntries(folders)
      const started = (images.get(image) as Replayed).start({ env, mounts })
      running.push(started)
      await started.healthy()
      return started
    }
    for (const name of ['api', 'worker-1', 'worker-2', 'receiver', 'docs']) await start(name)
    const { apiKey } = await addPartner(join(copy.folder, '.docker'))
    const client = createClient({ baseUrl: 'http://127.0.0.1:4010', apiKey })
    expect((await client.listCountries()).status).toBe(200)
    const inbox = () => fetch('http://127.0.0.1:4021/api/entries').then((it) => it.json())
    const { counts } = await until(
      async () => {
        const page = (await inbox()) as { counts: { handled: number } }
        return page.counts.handled > 0 && page
      },
      { what: 'the event in the inbox' },
    )
    expect(counts.handled).toBe(1)
    expect((await fetch('http://127.0.0.1:4030/')).status).toBe(200)
    for (const one of running.splice(0).toReversed()) expect(await one.stop()).toBe(0)
  })
})
