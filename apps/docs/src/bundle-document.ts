import { readFileSync, writeFileSync } from 'node:fs'
import type { ContractDocument } from './documents.ts'
import { inlineExamples } from './inline-examples.ts'
import { runRedocly } from './run-redocly.ts'

/** Writes the document as one JSON file with nothing left to fetch: references and examples are in it. */
export async function bundleDocument(
  document: ContractDocument,
  { folder, outFile }: { folder: string; outFile: string },
): Promise<void> {
  await runRedocly(['bundle', document.file, '--output', outFile, '--ext', 'json'], folder)
  const bundled = inlineExamples(JSON.parse(readFileSync(outFile, 'utf8')), folder)
  writeFileSync(outFile, `${JSON.stringify(bundled, null, 2)}\n`)
}
