import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)

/** Every TypeScript that consumers may have, with every way to resolve modules. */
export function findCompilers() {
  const compilers = ['typescript-5.9', 'typescript-6', 'typescript'].map((alias) => {
    const manifest = require.resolve(`${alias}/package.json`)
    const { version, bin } = JSON.parse(readFileSync(manifest, 'utf8'))
    return { version: version as string, tsc: join(dirname(manifest), bin.tsc) }
  })
  return ['nodenext', 'bundler'].flatMap((resolution) =>
    compilers.map((compiler) => ({ ...compiler, resolution })),
  )
}

/** The settings of a careful consumer. */
export function consumerConfig(resolution: string) {
  return {
    compilerOptions: {
      target: 'ES2022',
      lib: ['ES2022', 'DOM', 'DOM.Iterable'],
      module: resolution === 'nodenext' ? 'NodeNext' : 'ESNext',
      moduleResolution: resolution,
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      allowImportingTsExtensions: true,
      resolveJsonModule: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      types: [],
    },
    include: ['src'],
  }
}
