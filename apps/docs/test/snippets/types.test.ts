import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { packageFolder } from '../../src/folders.ts'
import { snippets } from './read-snippets.ts'

const typescript = createRequire(import.meta.url).resolve('typescript/package.json')

it('type-checks every TypeScript snippet', async () => {
  const sources = snippets.filter(({ language }) => language === 'ts')
  expect(sources.length).toBeGreaterThan(2)
  mkdirSync(join(packageFolder, 'reports'), { recursive: true })
  const folder = mkdtempSync(join(packageFolder, 'reports/types-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [index, { source, slug }] of sources.entries()) {
    writeFileSync(join(folder, `${slug.replaceAll('/', '-')}-${index + 1}.ts`), source)
  }
  const config = {
    extends: join(packageFolder, 'tsconfig.json'),
    compilerOptions: { moduleDetection: 'force' },
    include: ['*.ts'],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const tsc = join(dirname(typescript), 'bin/tsc')
  const checked = promisify(execFile)(process.execPath, [tsc, '-p', folder, '--pretty', 'false'])
  expect(await checked.catch(({ stdout }) => ({ stdout }))).toMatchObject({ stdout: '' })
})
