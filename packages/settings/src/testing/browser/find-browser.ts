import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import chromium, { inflate } from '@sparticuz/chromium'
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

const cache = join(import.meta.dirname, '../../../node_modules/.cache/browser')

/** The folder of the browser, kept for the next run until another version is installed. */
async function unpack(): Promise<string> {
  const entry = fileURLToPath(import.meta.resolve('@sparticuz/chromium'))
  const folder = join(cache, createHash('sha256').update(entry).digest('hex').slice(0, 16))
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  const draft = mkdtempSync(join(cache, 'draft-'))
  await inTemporaryFolder(draft, async () => {
    await chromium.executablePath()
    await inflate(join(entry, '../../bin/al2023.tar.br'))
  })
  writeFileSync(join(draft, 'fonts.conf'), toFontSettings(folder))
  try {
    renameSync(draft, folder)
  } catch {
    // Another test file was faster.
    rmSync(draft, { recursive: true, force: true })
  }
  return folder
}

/** The package unpacks to the temporary folder and nowhere else. */
async function inTemporaryFolder(folder: string, work: () => Promise<void>): Promise<void> {
  const { TMPDIR } = process.env
  process.env.TMPDIR = folder
  await work().finally(() => {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  })
}
