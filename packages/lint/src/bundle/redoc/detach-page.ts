import { BundleError } from '../errors.ts'
import { addPolicy } from './content-policy.ts'

/** Redoc's name as a picture of text, in place of the logo that it loads. */
const wordmark = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="42" height="12" viewBox="0 0 42 12"><text x="0" y="10" font-family="sans-serif" font-size="10" font-weight="700" fill="#0044d4">Redocly</text></svg>',
)}`

/** What Redoc 3.0.1 would fetch from a CDN, and what stands in its place. Each must occur. */
const remoteAssets = [
  { url: 'https://cdn.redoc.ly/redoc/logo-mini-full.svg', replacement: wordmark },
  { url: 'https://cdn.redoc.ly/redoc/logo-mini.svg', replacement: wordmark },
  { url: 'https://cdn.redocly.com/icons/fa/7.0.0', replacement: 'icons/fa' },
  { url: 'https://cdn.redocly.com/icons/code/5.24.0', replacement: 'icons/code' },
]

/**
 * Cuts a Redoc page off from the network: no asset of a CDN is named in it, and a content security
 * policy lets run only the scripts that are in it and lets connect nowhere. What `shown` names, the
 * document, is text of its page and no asset.
 *
 * @throws {BundleError} when Redoc names other assets than it did, so that an upgrade cannot add one unseen.
 */
export function detachPage(html: string, shown = ''): string {
  let page = html
  for (const { url, replacement } of remoteAssets) {
    if (!page.includes(url)) {
      throw new BundleError(
        `Redoc no longer names ${url}: update the list in packages/lint/src/bundle/redoc/detach-page.ts.`,
      )
    }
    page = page.replaceAll(url, replacement)
  }
  const named = page.match(/https?:\/\/cdn\.[^\s"'`)<>&\\]+/g) ?? []
  const left = named.find((url) => !shown.includes(url))
  if (left !== undefined) {
    throw new BundleError(
      `Redoc names ${left}: add it to the list in packages/lint/src/bundle/redoc/detach-page.ts.`,
    )
  }
  return addPolicy(page, policy)
}

const policy = {
  'style-src': "'unsafe-inline'",
  'img-src': 'data: blob:',
  'font-src': 'data:',
  'worker-src': 'blob:',
  'connect-src': "'none'",
}
