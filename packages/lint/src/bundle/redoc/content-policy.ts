import { createHash } from 'node:crypto'
import { BundleError } from '../errors.ts'

/** Source lists by directive; what is not named may load nothing. */
export type Policy = Record<string, string>

/**
 * The page with a content security policy as the first thing in its head: no script runs but those
 * that are in the page, by their digests, and those that `scripts` allows.
 *
 * @throws {BundleError} when the page has no head.
 */
export function addPolicy(html: string, { scripts, ...policy }: Policy): string {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)(?:\s[^>]*)?>([\s\S]*?)<\/script>/g)]
  const digests = inline.map(([, source]) => digestOf(source ?? ''))
  const lines = {
    'default-src': "'none'",
    'script-src': [...new Set(digests), ...(scripts ? [scripts] : [])].join(' ') || "'none'",
    ...policy,
    'base-uri': "'none'",
    'form-action': "'none'",
  }
  const content = Object.entries(lines)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ')
  if (!/<head>/.test(html)) throw new BundleError('A page has no <head>: it can carry no policy.')
  return html.replace(
    '<head>',
    `<head>\n  <meta http-equiv="Content-Security-Policy" content="${content}">`,
  )
}

const digestOf = (source: string) =>
  `'sha256-${createHash('sha256').update(source).digest('base64')}'`
