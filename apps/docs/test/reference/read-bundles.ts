import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { documents } from '../../src/documents.ts'
import type { Json } from '../../src/reference/bundle-node.ts'
import { runRedocly } from '../../src/run-program.ts'
import { specsFolder } from '../../src/specs-folder.ts'

/** Every document of the site, bundled as the build bundles it. */
export async function readBundles(): Promise<{ id: string; bundle: Json }[]> {
  const folder = mkdtempSync(join(tmpdir(), 'reference-'))
  try {
    return await Promise.all(
      documents.map(async ({ id, file }) => {
        const output = join(folder, `${id}.json`)
        await runRedocly(['bundle', file, '--output', output, '--ext', 'json'], specsFolder())
        return { id, bundle: JSON.parse(readFileSync(output, 'utf8')) }
      }),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}
