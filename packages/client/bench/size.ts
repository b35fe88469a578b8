// What a web page downloads for the client, beside openapi-fetch alone: bundled, minified, compressed.
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { compare } from '@partner-platform/harness/bench'
import { build } from 'esbuild'

const contestant = (name: string, source: string) => ({
  name,
  async measure() {
    const { outputFiles } = await build({
      stdin: {
        contents: `export * from '${source}'`,
        resolveDir: join(import.meta.dirname, '../src'),
      },
      bundle: true,
      minify: true,
      write: false,
      format: 'esm',
      target: 'es2022',
      conditions: ['@partner-platform/source'],
    })
    return { 'gzip kB': gzipSync(outputFiles[0]?.contents ?? '').length / 1000 }
  },
})

const openApiFetch = contestant('openapi-fetch', 'openapi-fetch')
const { 'gzip kB': rivalKb = 0 } = await openApiFetch.measure()
await compare({
  id: 'client-size',
  title: 'Download the client',
  settings: 'All exports of each entry, dependencies included.',
  rounds: 1,
  contestants: [
    openApiFetch,
    contestant('client with validation', './index.ts'),
    contestant('client without validation', './unchecked.ts'),
  ],
  goals: [
    { row: 'client with validation', figure: 'gzip kB', atMost: 9 / rivalKb },
    { row: 'client without validation', figure: 'gzip kB', atMost: 6 / rivalKb },
  ],
})
