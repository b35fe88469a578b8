import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import { publint } from 'publint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findWorkspaces, root } from '../../src/workspaces.ts'
import { consumerConfig, findCompilers } from './compilers.ts'
import { installTarballs } from './install-tarballs.ts'
import { packWorkspace } from './pack-workspace.ts'
import { run } from './run.ts'
import { signSavedRequest } from './sign-saved-request.ts'

const require = createRequire(import.meta.url)
const workspaces = findWorkspaces()
const published = workspaces.filter(
  ({ place, manifest }) => place.startsWith('packages/') && manifest.private !== true,
)
const folder = mkdtempSync(join(tmpdir(), 'pack-'))
const project = join(folder, 'consumer')
const tarballs = new Map<string, string>()

beforeAll(async () => {
  // The specs have checks of their own, in specs.pack.ts.
  const specs = workspaces.filter(({ place }) => place === 'specs')
  for (const workspace of [...specs, ...published]) {
    tarballs.set(workspace.name, await packWorkspace(workspace, folder))
  }
  await installTarballs(tarballs, { project, consumer: 'consumer' })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const tarballOf = (name: string) => tarballs.get(name) as string

describe.each(published)('the tarball of $name', ({ name }) => {
  it('has no finding of publint', async () => {
    const pkgDir = join(project, 'node_modules', name)
    const { messages } = await publint({ pkgDir, strict: true, pack: false })
    expect(messages).toEqual([])
  })

  it('has no finding of attw', async () => {
    const attw = join(
      dirname(require.resolve('@arethetypeswrong/cli/package.json')),
      'dist/index.js',
    )
    const { exitCode, output } = await run(
      process.execPath,
      [attw, tarballOf(name), '--profile', 'esm-only', '--no-color'],
      folder,
    )
    expect({ exitCode, output }).toMatchObject({ exitCode: 0 })
  })

  it('carries its licence and nothing but dist', async () => {
    const { output } = await run('tar', ['-tzf', tarballOf(name)], folder)
    const files = output.trim().split('\n')
    expect(files).toContain('package/LICENSE')
    const others = files.filter((file) => !file.startsWith('package/dist/'))
    expect(others.sort()).toEqual(['package/LICENSE', 'package/README.md', 'package/package.json'])
  })
})

describe('an empty project with the tarballs installed', () => {
  it.each(findCompilers())(
    'compiles under TypeScript $version with module resolution $resolution',
    async ({ tsc, resolution }) => {
      writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(consumerConfig(resolution)))
      const { exitCode, output } = await run(process.execPath, [tsc, '-p', project], project)
      expect({ exitCode, output }).toEqual({ exitCode: 0, output: '' })
    },
  )

  it('runs on Node', async () => {
    const { exitCode, output } = await run(process.execPath, ['src/main.ts'], project)
    expect({ exitCode, output }).toEqual({ exitCode: 0, output: 'IN 2030-01-01T00:00:00.000Z\n' })
  })

  it('bundles for the browser without Node, require or eval, and the bundle runs', async () => {
    const outfile = join(project, 'browser.mjs')
    const { warnings } = await build({
      entryPoints: [join(project, 'src/main.ts')],
      bundle: true,
      platform: 'browser',
      format: 'esm',
      outfile,
      logLevel: 'silent',
    })
    const bundle = readFileSync(outfile, 'utf8')
    expect(warnings).toEqual([])
    expect(bundle).not.toMatch(/\brequire\(|\beval\(|new Function\(|from ['"]node:/)
    expect(await run(process.execPath, [outfile], project)).toEqual({
      exitCode: 0,
      output: 'IN 2030-01-01T00:00:00.000Z\n',
    })
  })
})

describe('the command of the tarballs', () => {
  const npx = (...args: string[]) =>
    run('npx', ['--no', '--loglevel=error', 'partner-platform', ...args], project)
  const files = { request: join(project, 'saved.http'), secret: join(project, 'secret.txt') }

  it('answers --help', async () => {
    const { exitCode, output } = await npx('--help')
    expect({ exitCode, output }).toMatchObject({ exitCode: 0 })
    expect(output).toMatch(/^partner-platform: [\s\S]*\n {2}conformance receiver {2}/)
  })

  it.each([
    ['the secret that signed it', 0, (secret: string) => secret],
    ['another secret', 1, () => `whsec_${'A'.repeat(44)}`],
    ['what is no secret', 1, () => 'nonsense'],
  ])('verifies a saved request with %s', async (_, wanted, toSecret) => {
    await signSavedRequest(files)
    writeFileSync(files.secret, toSecret(readFileSync(files.secret, 'utf8')))
    const args = ['verify', files.request, '--secret-file', files.secret, '--json']
    const { exitCode, output } = await npx(...args)
    expect({ exitCode, output }).toMatchObject({ exitCode: wanted })
    expect(JSON.parse(output)).toMatchObject({ ok: wanted === 0, payload: { ok: true } })
  })

  it('changes a published document by overlays, with the line that the docs show', async () => {
    const page = readFileSync(join(root, 'apps/docs/content/guides/embedding.md'), 'utf8')
    const [, line = ''] = /^npx partner-platform (overlay .+)$/m.exec(page) ?? []
    for (const name of ['environments.yaml', 'branding.yaml']) {
      const overlays = join(project, 'node_modules/@partner-platform/specs/overlays')
      cpSync(join(overlays, name), join(project, name))
    }
    const { exitCode, output } = await npx(...line.split(' '))
    expect({ exitCode, output }).toEqual({
      exitCode: 0,
      output: 'openapi.yaml: 4 actions applied.\n',
    })
    const changed = readFileSync(join(project, 'openapi.yaml'), 'utf8')
    expect(changed).toContain('title: Example Travel Platform\n')
    expect(changed).toContain('- url: https://api.example.com\n')
  })
})
