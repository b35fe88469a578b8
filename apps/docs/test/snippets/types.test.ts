import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from '@partner-platform/harness'
import { expect, it, onTestFinished } from 'vitest'
import { packageFolder } from '../../src/folders.ts'
import { snippets } from './read-snippets.ts'

it('type-checks every TypeScript snippet', async () => {
  const sources = snippets.filter(
    ({ language, slug }) => language === 'ts' && !slug.startsWith('frameworks/'),
  )
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
  expect(await compile(folder)).toBe('')
})
