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

const read = (file: string) => readFileSync(join(installed, 'dist', file))

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

  it('carries the bundles that its manifest lists, byte for byte, and no others', async () => {
    const packed = (await listFiles(tarball)).filter((file) => file.startsWith('dist/'))
    const { files }: { files: { name: string; bytes: number; integrity: string }[] } = JSON.parse(
      read('manifest.json').toString(),
    )
    const names = ['manifest.json', ...files.map((file) => file.name)]
    expect(names).toHaveLength(13)
    expect(packed.toSorted()).toEqual(names.map((file) => `dist/${file}`).toSorted())
    for (const { name: file, bytes, integrity } of files) {
      const content = read(file)
      const digest = createHash('sha384').update(content).digest('base64')
      expect([file, bytes, integrity]).toEqual([file, content.length, `sha384-${digest}`])
    }
  })
})

it('an empty project imports a bundle on Node', async () => {
  const ended = await run('node src/import-a-bundle.ts', project)
  const { title, version } = JSON.parse(read('openapi.json').toString()).info
  const stdout = `${title} submissionUpdated ${version}\n`
  expect(ended).toEqual({ code: 0, stdout, stderr: '' })
})
