import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { writeFiles } from '@partner-platform/harness'
import type { Browser, Page } from '@partner-platform/harness/browser'
import { bundlesFolder, packageFolder } from '../../../src/folders.ts'
import { snippetsOf } from '../../snippets/read-snippets.ts'
import { openWindow } from '../open-window.ts'

/** Folder of a third-party site. */
export const hostFolder = (name: 'backstage' | 'docusaurus') => join(packageFolder, 'hosts', name)

/** What is installed there. */
export const requireInHost = (name: 'backstage' | 'docusaurus') =>
  createRequire(join(hostFolder(name), 'package.json'))

/** Redoc tests whether it may run text as code. The policy forbids it. */
const isOfRedoc = (problem: string) => /unsafe-eval|script-src/.test(problem)

/** A window on a host, at a path, and the problems there. */
export async function openHost(browser: Browser, { url, path }: { url: string; path: string }) {
  const { page, go, problems } = await openWindow(browser, { url })
  await go(path)
  return { page, problemsOf: () => problems.filter((problem) => !isOfRedoc(problem)) }
}

export const headingInFrame = (page: Page): Promise<string | null> =>
  page.frameLocator('iframe').getByRole('heading', { level: 1 }).first().textContent()

/** The snippet that the page shows under the name of a file. */
export function snippet(title: string): string {
  const [found] = snippetsOf('guides/embedding', '').filter((one) => one.title === title)
  if (found === undefined) throw new Error(`The page shows no ${title}.`)
  return found.source
}

/** The path of a file that `@partner-platform/specs` publishes. */
export const publishedFile = (name: string): string => join(bundlesFolder(), name)

export const published = (name: string): string => readFileSync(publishedFile(name), 'utf8')

/** An empty folder below that one, where programs find its dependencies. */
export function makeProject(folder = packageFolder): string {
  mkdirSync(join(folder, 'reports'), { recursive: true })
  return mkdtempSync(join(folder, 'reports/embedding-'))
}

/** Runs the snippet that copies the contract, in the folder. */
export function copyContract(folder: string, target: string) {
  writeFiles(folder, { 'copy-contract.mjs': snippet('copy-contract.mjs') })
  return promisify(execFile)(process.execPath, ['copy-contract.mjs', target], { cwd: folder })
}

/** A project of Starlight as its own starter makes it, with no more than it needs. */
export function writeStarlight(folder: string): void {
  writeFiles(folder, {
    'src/content/docs/index.md': '---\ntitle: Home\n---\n',
    'astro.config.mjs': `import starlight from '@astrojs/starlight'
import { defineConfig, passthroughImageService } from 'astro/config'
export default defineConfig({
  image: { service: passthroughImageService() },
  integrations: [starlight({ title: 'Docs of a partner', pagefind: false, expressiveCode: false })],
})
`,
    'src/content.config.ts': `import { defineCollection } from 'astro:content'
import { docsLoader } from '@astrojs/starlight/loaders'
import { docsSchema } from '@astrojs/starlight/schema'
export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) }
`,
  })
}
