import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publint } from 'publint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findWorkspaces, type Workspace } from '../../src/workspaces.ts'
import { consumerConfig, findCompilers } from './compilers.ts'
import { installTarballs } from './install-tarballs.ts'
import { packWorkspace } from './pack-workspace.ts'
import { run } from './run.ts'

const specs = findWorkspaces().find(({ place }) => place === 'specs') as Workspace
const folder = mkdtempSync(join(tmpdir(), 'pack-'))
const project = join(folder, 'consumer')
const installed = join(project, 'node_modules', specs.name)
let tarball: string

beforeAll(async () => {
  tarball = await packWorkspace(specs, folder)
  const tarballs = new Map([[specs.name, tarball]])
  await installTarballs(tarballs, { project, consumer: 'consumer-specs' })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Manifest {
  files: { name: string; bytes: number; integrity: string }[]
}
const manifest = (): Manifest =>
  JSON.parse(readFileSync(join(installed, 'dist/manifest.json'), 'utf8'))

describe('the tarball of the specs', () => {
  const list = async () => {
    const { output } = await run('tar', ['-tzf', tarball], folder)
    return output
      .trim()
      .split('\n')
      .map((file) => file.replace(/^package\//, ''))
  }

  it('carries the contract as it is written, and no part of the operator surface', async () => {
    const files = await list()
    const tops = new Set(files.map((file) => file.split('/')[0]))
    expect([...tops].toSorted()).toEqual([
      ...['LICENSE', 'README.md', 'asyncapi.yaml', 'decisions', 'dist', 'examples'],
      ...['openapi.yaml', 'overlays', 'package.json', 'redocly.yaml', 'schemas'],
      ...['statements.yaml', 'vectors', 'workflows'],
    ])
    expect(files.filter((file) => /operator\./.test(file))).toEqual([])
  })

  it('carries the bundles that its manifest lists, and no others', async () => {
    const files = (await list()).filter((file) => file.startsWith('dist/'))
    const names = ['manifest.json', ...manifest().files.map(({ name }) => name)]
    expect(names).toHaveLength(7)
    expect(files.toSorted()).toEqual(names.map((name) => `dist/${name}`).toSorted())
  })

  it('carries the bytes that its manifest tells', () => {
    for (const { name, bytes, integrity } of manifest().files) {
      const content = readFileSync(join(installed, 'dist', name))
      const digest = createHash('sha384').update(content).digest('base64')
      expect([name, bytes, integrity]).toEqual([name, content.length, `sha384-${digest}`])
    }
  })

  it('has no finding of publint', async () => {
    const { messages } = await publint({ pkgDir: installed, strict: true, pack: false })
    expect(messages).toEqual([])
  })
})

describe('an empty project with the specs installed', () => {
  it.each(findCompilers())(
    'compiles an import of a bundle under TypeScript $version with module resolution $resolution',
    async ({ tsc, resolution }) => {
      writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(consumerConfig(resolution)))
      const { exitCode, output } = await run(process.execPath, [tsc, '-p', project], project)
      expect({ exitCode, output }).toEqual({ exitCode: 0, output: '' })
    },
  )

  it('imports a bundle on Node', async () => {
    const { exitCode, output } = await run(process.execPath, ['src/main.ts'], project)
    const { title, version } = JSON.parse(
      readFileSync(join(installed, 'dist/openapi.json'), 'utf8'),
    ).info
    expect({ exitCode, output }).toEqual({
      exitCode: 0,
      output: `${title} submissionUpdated ${version}\n`,
    })
  })
})
