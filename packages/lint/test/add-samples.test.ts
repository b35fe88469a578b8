import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { addSamples } from '../src/bundle/add-samples.ts'
import type { JsonObject } from '../src/bundle/documents.ts'
import { bundleDocument } from '../src/redocly/ask-redocly.ts'
import { specsFolder } from './broken-copy.ts'

/** The arguments that a shell passes to curl. */
const argumentsOf = (source: string): string[] => {
  const script = `curl() { printf '%s\\0' "$@"; }; ${source}`
  const env = { API_KEY: 'the key', BASE_URL: 'http://base' }
  return execFileSync('sh', ['-c', script], { env, encoding: 'utf8' }).split('\0').slice(0, -1)
}

const sampleOf = (operation: JsonObject): string => operation['x-codeSamples'][0].source

it('5.2 the sample of the contract calls its operation', async () => {
  const bundle = addSamples(await bundleDocument('openapi', { folder: specsFolder }))
  const [[path, { get }] = ['', {}]] = Object.entries<JsonObject>(bundle.paths)
  expect(sampleOf(get)).toBe(
    `curl --header "Authorization: Bearer $API_KEY" \\\n  "$BASE_URL${path}"`,
  )
})

it('a shell passes on method, key and body exactly as the document has them', () => {
  const body = { note: `it's "$HOME" \`id\` \\ \n` }
  const path = '/things/{id}/$(id)`id`"'
  const post = { requestBody: { content: { 'application/json': { example: body } } } }
  const securitySchemes = { key: { type: 'apiKey', in: 'header', name: 'X-Key' } }
  const components = { securitySchemes }
  const security = [{ key: [] }]
  const { paths } = addSamples({
    ...{ components, security },
    paths: { [path]: { post, patch: post, delete: { security: [] }, summary: 'Things.' } },
  })
  const { post: posted, patch, delete: deleted, summary } = paths[path]
  const key = ['--header', 'X-Key: the key']
  const rest = ['--json', JSON.stringify(body, null, 2), `http://base${path}`]
  expect(argumentsOf(sampleOf(posted))).toEqual([...key, ...rest])
  expect(argumentsOf(sampleOf(patch))).toEqual(['--request', 'PATCH', ...key, ...rest])
  expect(argumentsOf(sampleOf(deleted))).toEqual(['--request', 'DELETE', `http://base${path}`])
  expect(summary).toBe('Things.')
})
