import { type Browser, chromium } from 'playwright-core'
import { findBrowser } from './find-browser.ts'

const args = [
  // No name leads anywhere.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--disable-gpu',
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
