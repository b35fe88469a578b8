import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { run } from '../check/run.ts'
import { listFiles } from './set-up.ts'

const name = '@partner-platform/specs'
const project = inject('project')
const tarball = inject('tarballs')[name] as string
const installed = join(project, 'node_modules', name)

interface Manifest {
  files: { name: string; bytes: number; integrity: string }[]
}
const manifest = (): Manifest =>
  JSON.parse(readFileSync(join(installed, 'dist/manifest.json'), 'utf8'))

describe('the tarball of the specs', () => {
  it('carries the whole contract, and no part of the operator surface', async () => {
    const files = await listFiles(tarball)
    const tops = new Set(files.map((file) => file.split('/')[0]))
    expect([...tops].toSorted()).toEqual([
      ...['LICENSE', 'README.md', 'asyncapi.yaml', 'decisions', 'dist', 'examples'],
      ...['openapi.yaml', 'overlays', 'package.json', 'redocly.yaml', 'schemas'],
      ...['statements.yaml', 'vectors', 'workflows'],
    ])
    expect(files.filter((file) => /operator\./.test(file))).toEqual([])
  })

  it('carries the bundles that its manifest lists, and no others', async () => {
    const files = (await listFiles(tarball)).filter((file) => file.startsWith('dist/'))
    const names = ['manifest.json', ...manifest().files.map((file) => file.name)]
    expect(names).toHaveLength(13)
    expect(files.toSorted()).toEqual(names.map((file) => `dist/${file}`).toSorted())
  })

  it('carries the bytes that its manifest lists', () => {
    for (const { name: file, bytes, integrity } of manifest().files) {
      const content = readFileSync(join(installed, 'dist', file))
      const digest = createHash('sha384').update(content).digest('base64')
      expect([file, bytes, integrity]).toEqual([file, content.length, `sha384-${digest}`])
    }
  })
})

it('an empty project imports a bundle on Node', async () => {
  const ended = await run('node src/import-a-bundle.ts', project)
  const { title, version } = JSON.parse(
    readFileSync(join(installed, 'dist/openapi.json'), 'utf8'),
  ).info
  const stdout = `${title} submissionUpdated ${version}\n`
  expect(ended).toEqual({ code: 0, stdout, stderr: '' })
})
