import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { runRedoclyCli } from '../../redocly/run-redocly-cli.ts'
import { BundleError } from '../errors.ts'
import { detachPage } from './detach-page.ts'

/** Writes the Redoc page of a bundled document, which needs no other file and no network. */
export async function renderRedoc(
  bundle: string,
  { page, title, specs }: { page: string; title: string; specs: string },
): Promise<void> {
  const args = ['build-docs', bundle, '--inlineBundle', '--title', title, '--output', page]
  const { stdout, stderr } = await runRedoclyCli(args, { cwd: specs })
  if (!existsSync(page)) {
    throw new BundleError(`Redoc cannot render this document:\n${stdout}${stderr}`.trim())
  }
  writeFileSync(page, detachPage(readFileSync(page, 'utf8'), readFileSync(bundle, 'utf8')))
}
