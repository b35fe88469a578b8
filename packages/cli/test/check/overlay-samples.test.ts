import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '@partner-platform/harness'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { runCommand } from '../run.ts'

const specs = dirname(
  createRequire(import.meta.url).resolve('@partner-platform/specs/openapi.yaml'),
)
const bundle = (name: string) => join(specs, 'dist', name)
const overlay = (name: string) => join(specs, 'overlays', name)
const read = (path: string) => parse(readFileSync(path, 'utf8'))

const urls = [
  'https://api.development.example.com',
  'https://api.staging.example.com',
  'https://api.example.com',
]

async function apply(name: string, ...overlays: string[]) {
  const out = join(temporaryFolder(), name)
  const args = ['overlay', bundle(name), ...overlays.map(overlay), '--out', out]
  expect(await runCommand(args)).toMatchObject({ code: 0, stderr: '' })
  return out
}

describe.each(['openapi.json', 'openapi.yaml'])('the samples change %s', (name) => {
  it('in its base URLs and in its name, and nowhere else', async () => {
    const out = await apply(name, 'environments.yaml', 'branding.yaml')
    const [changed, written] = [read(out), read(bundle(name))]
    const { title, contact, 'x-logo': logo, ...info } = changed.info
    const { title: _, ...before } = written.info
    expect([title, contact.email, logo.altText]).toEqual([
      'Example Travel Platform',
      'partners@example.com',
      'Example Travel',
    ])
    expect(info).toEqual(before)
    expect(changed.servers.map(({ url }: { url: string }) => url)).toEqual(urls)
    const places = changed.servers.map((server: object) => ({ ...server, url: '' }))
    expect(places).toEqual(written.servers.map((server: object) => ({ ...server, url: '' })))
    expect({ ...changed, info: 0, servers: 0 }).toEqual({ ...written, info: 0, servers: 0 })
  })

  it('line by line: all others are as they were', async () => {
    const out = await apply(name, 'environments.yaml')
    const [changed, written] = [out, bundle(name)].map((path) =>
      readFileSync(path, 'utf8').split('\n'),
    )
    const others = changed?.filter((line, index) => line !== written?.[index]) ?? []
    expect(others.map((line) => /https:[^",]+/.exec(line)?.[0])).toEqual(urls)
    expect(changed).toHaveLength(written?.length ?? 0)
  })
})

it('the branding changes a bundle of AsyncAPI as well', async () => {
  const { asyncapi, info } = read(await apply('asyncapi.yaml', 'branding.yaml'))
  expect([asyncapi, info.title]).toEqual(['3.0.0', 'Example Travel Platform'])
})
