import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { hostFolder, requireInHost } from './embed-project.ts'

const folder = hostFolder('backstage')

/**
 * A style sheet enters the page when its module runs, so that of GraphiQL, with fonts that others would
 * take, never does; and it stands before those of Material UI.
 */
const styles: Plugin = {
  name: 'styles',
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, ({ path }) => {
      const text = JSON.stringify(readFileSync(path, 'utf8'))
      return {
        contents: `const style = Object.assign(document.createElement('style'), { textContent: ${text} })
          document.head.insertBefore(style, document.head.querySelector('style[data-jss]'))`,
      }
    })
  },
}

/** Bundles the pages of Backstage as its own tool does, which is a thousand packages more. */
export async function bundleBackstage(outdir: string): Promise<void> {
  const { buffer, process, stream, util, zlib } = requireInHost('backstage')('node-stdlib-browser')
  const empty = join(folder, 'empty.cjs')
  await build({
    entryPoints: [join(folder, 'app.js')],
    outdir,
    bundle: true,
    format: 'esm',
    splitting: true,
    target: 'es2022',
    // Also for `require`: jsonc-parser has nothing else that can be bundled.
    mainFields: ['browser', 'module', 'main'],
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    inject: [join(folder, 'node-globals.js')],
    alias: {
      'node:buffer': buffer,
      'node:process': process,
      buffer,
      process,
      stream,
      util,
      zlib,
      fs: empty,
      path: empty,
    },
    loader: { '.svg': 'file' },
    publicPath: '/',
    plugins: [styles],
    logLevel: 'error',
  })
}
