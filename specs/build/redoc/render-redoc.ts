import { readFileSync, writeFileSync } from 'node:fs'
import { runRedocly } from '../run-redocly.ts'
import { detachPage } from './detach-page.ts'

/** Writes the Redoc page of a bundled document, which needs no other file and no network. */
export async function renderRedoc(
  bundle: string,
  { page, title, specs }: { page: string; title: string; specs: string },
): Promise<void> {
  const args = ['build-docs', bundle, '--inlineBundle', '--title', title, '--output', page]
  await runRedocly(args, specs)
  writeFileSync(page, detachPage(readFileSync(page, 'utf8'), readFileSync(bundle, 'utf8')))
}
