import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'

const args = [
  // No name leads anywhere.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  // A fifth less work: nothing is drawn on a GPU, or in a process of its own.
  ...['--disable-gpu', '--disable-gpu-compositing', '--disable-software-rasterizer'],
  ...['--in-process-gpu', '--num-raster-threads=1'],
  // Pictures of the same page are the same.
  '--font-render-hinting=none',
  '--disable-lcd-text',
  '--disable-font-subpixel-positioning',
  '--disable-partial-raster',
  '--disable-skia-runtime-opts',
]

/** A browser that reaches this machine and nothing else. */
export const openBrowser = async (): Promise<Browser> =>
  chromium.launch({ ...(await findBrowser()), args })

/** On 64-bit Linux the Chromium from npm, with its own libraries and fonts; elsewhere the installed Chrome. */
async function findBrowser(): Promise<LaunchOptions> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return { channel: 'chrome' }
  const folder = await unpack()
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
    // Root has no sandbox to give.
    chromiumSandbox: process.getuid?.() !== 0,
  }
}

const cache = join(import.meta.dirname, 'node_modules/.cache/browser')

/** The folder of the browser, kept for the next run until another version is installed. */
async function unpack(): Promise<string> {
  const entry = fileURLToPath(import.meta.resolve('@sparticuz/chromium'))
  const folder = join(cache, createHash('sha256').update(entry).digest('hex').slice(0, 16))
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  const draft = mkdtempSync(join(cache, 'draft-'))
  try {
    const unpacker = join(import.meta.dirname, 'unpack-browser.ts')
    // The package unpacks to the temporary folder and nowhere else. Only its own process takes this for that.
    const env = { ...process.env, TMPDIR: draft }
    await promisify(execFile)(process.execPath, [unpacker, join(entry, '../../bin')], { env })
    writeFileSync(join(draft, 'fonts.conf'), toFontSettings(folder))
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Otherwise another test file was faster.
    if (!existsSync(folder)) throw error
  }
  return folder
}

/** Settings of fontconfig that make the fonts of the package those of the system, so that pictures are alike. */
function toFontSettings(folder: string): string {
  const prefer = (family: string, ...fonts: string[]) => {
    const families = fonts.map((font) => `<family>${font}</family>`).join('')
    return `<alias><family>${family}</family><prefer>${families}</prefer></alias>`
  }
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}/font-cache</cachedir>
  ${prefer('system-ui', 'Open Sans')}
  ${prefer('sans-serif', 'Open Sans')}
  ${prefer('monospace', 'Liberation Mono', 'DejaVu Sans Mono')}
</fontconfig>
`
}
