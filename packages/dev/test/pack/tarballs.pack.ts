import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { validExample } from '@partner-platform/fixtures/tables'
import { messages } from '@partner-platform/types'
import { createSecret, signPayload } from '@partner-platform/webhooks'
import { build } from 'esbuild'
import { publint } from 'publint'
import { describe, expect, inject, it } from 'vitest'
import { removeNotices } from '../../src/record-release.ts'
import { published } from '../../src/tarballs.ts'
import { root } from '../../src/workspaces.ts'
import { run } from '../check/run.ts'
import { compile, findCompilers } from './compilers.ts'
import { listFiles } from './set-up.ts'

const project = inject('project')
const tarballs = inject('tarballs')
const libraries = published.filter(({ place }) => place.startsWith('packages/'))
// What `attw --profile esm-only` leaves out.
const unsupported = ['node10', 'node16-cjs']

it('until the first release, each README marks packages and addresses that do not exist yet', () => {
  const named =
    /^npm install .*@partner-platform|npmjs\.com\/package\/@partner-platform|(?<!@)partner-platform\/contract\b/
  const lines = published.flatMap(({ place, folder }) => {
    const readme = readFileSync(join(folder, 'README.md'), 'utf8')
    const isReleased = existsSync(join(folder, 'CHANGELOG.md'))
    return readme
      .split('\n')
      .filter((line) => named.test(line))
      .map((line) => ({ place, line, isReleased, isSaid: removeNotices(line) !== line }))
  })
  expect(lines.length).toBeGreaterThan(5)
  expect(lines.filter(({ isReleased, isSaid }) => isSaid === isReleased)).toEqual([])
})

it.each(published)('publint has no finding in the tarball of $name', async ({ name }) => {
  const pkgDir = join(project, 'node_modules', name)
  const { messages } = await publint({ pkgDir, strict: true, pack: false })
  expect(messages).toEqual([])
})

describe.each(libraries)('the tarball of $name', ({ name }) => {
  const tarball = tarballs[name] as string

  it('has correct types for ES modules', async () => {
    const result = await checkPackage(createPackageFromTarballData(readFileSync(tarball)))
    expect(result.types).toEqual({ kind: 'included' })
    const problems = 'problems' in result ? result.problems : []
    const isSupported = (problem: object) =>
      !('resolutionKind' in problem && unsupported.includes(problem.resolutionKind as string))
    expect(problems.filter(isSupported)).toEqual([])
  })

  it('carries its licence and nothing but dist', async () => {
    const files = await listFiles(tarball)
    const others = files.filter((file) => !file.startsWith('dist/'))
    expect(others.toSorted()).toEqual(['LICENSE', 'README.md', 'package.json'])
  })
})

describe('an empty project with the tarballs installed', () => {
  const itRan = { code: 0, stdout: 'IN 2025-09-12T00:00:00.000Z\n', stderr: '' }

  it.concurrent.each(findCompilers())(
    'compiles under TypeScript $version with module resolution $resolution',
    async (compiler) => {
      expect(await compile(compiler, project)).toBe('')
    },
  )

  it('runs on Node', async () => {
    expect(await run('node src/main.ts', project)).toEqual(itRan)
  })

  it('calls and serves an operation of a document that is not ours', async () => {
    const stdout = '200 123\n400 178\n'
    expect(await run('node src/museum.ts', project)).toEqual({ code: 0, stdout, stderr: '' })
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
    expect(await run('node browser.mjs', project)).toEqual(itRan)
  })
})

describe('the command of the tarballs', () => {
  it('answers --help through npx', async () => {
    const { code, stdout } = await run('npx --no --loglevel=error partner-platform --help', project)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^partner-platform: [\s\S]*\n {2}conformance receiver {2}/)
  })

  it('verifies a saved request', async () => {
    const secret = createSecret()
    const { payload, method, headers } = messages.submissionUpdated
    const { bytes: body } = validExample(`${payload}/visa-granted`)
    const signature = await signPayload({ body, secret })
    const name = Object.keys(headers).find((one) => one.endsWith('Signature'))
    const head = `${method} /webhooks HTTP/1.1\r\n${name}: ${signature}\r\n\r\n`
    writeFileSync(join(project, 'saved.http'), Buffer.concat([Buffer.from(head), body]))
    writeFileSync(join(project, 'secret.txt'), secret)
    const line = 'partner-platform verify saved.http --secret-file secret.txt --json'
    const { code, stdout } = await run(line, project)
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, payload: { ok: true } })
  })

  it('changes a published document and page by overlays, with the lines that the docs show', async () => {
    const page = readFileSync(join(root, 'apps/docs/content/guides/embedding.md'), 'utf8')
    for (const name of ['environments.yaml', 'branding.yaml']) {
      const overlays = join(project, 'node_modules/@partner-platform/specs/overlays')
      cpSync(join(overlays, name), join(project, name))
    }
    const [, line = ''] = /^npx (partner-platform overlay .+)$/m.exec(page) ?? []
    const stdout = 'openapi.yaml: 4 actions applied.\n'
    expect(await run(line, project)).toEqual({ code: 0, stdout, stderr: '' })
    const changed = readFileSync(join(project, 'openapi.yaml'), 'utf8')
    expect(changed).toContain('title: Example Travel Platform\n')
    expect(changed).toContain('- url: https://api.example.com\n')

    const [, pageLine = ''] = /^npx (partner-platform page .+)$/m.exec(page) ?? []
    writeFileSync(join(project, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
    const made = await run(pageLine, project)
    expect(made.code).toBe(0)
    expect(made.stdout).toMatch(/^openapi\.html: 4 actions applied\.\nintegrity: sha384-/)
  })
})
