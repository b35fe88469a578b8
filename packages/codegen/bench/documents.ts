import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** A public document that an npm package carries and nobody here wrote. */
export interface PublicDocument {
  title: string
  format: 'OpenAPI 3.0' | 'OpenAPI 3.1' | 'AsyncAPI 2.6' | 'AsyncAPI 3.0'
  path: string
}

const rows: [title: string, format: PublicDocument['format'], packageName: string, file: string][] =
  [
    ['GitHub REST API', 'OpenAPI 3.0', '@octokit/openapi', 'generated/api.github.com.json'],
    ['Star Trek API', 'OpenAPI 3.0', '@readme/oas-examples', '3.0/json/star-trek.json'],
    ['USPTO data sets', 'OpenAPI 3.0', '@readme/oas-examples', '3.0/json/uspto.json'],
    ['Figma REST API', 'OpenAPI 3.1', '@figma/rest-api-spec', 'openapi/openapi.yaml'],
    ['Train Travel API', 'OpenAPI 3.1', '@readme/oas-examples', '3.1/json/train-travel.json'],
    [
      'Streetlights',
      'AsyncAPI 2.6',
      '@asyncapi/java-template',
      'test/mocks/kafka-streetlights-v2.yml',
    ],
    [
      'Streetlights',
      'AsyncAPI 3.0',
      '@asyncapi/java-template',
      'test/mocks/kafka-streetlights-v3.yml',
    ],
  ]

/** The documents, largest first. */
export const documents: PublicDocument[] = rows.map(([title, format, packageName, file]) => ({
  title,
  format,
  path: join(folderOf(packageName), file),
}))

function folderOf(packageName: string): string {
  const require = createRequire(import.meta.url)
  const folder = (require.resolve.paths(packageName) ?? [])
    .map((path) => join(path, packageName))
    .find(hasManifest)
  if (folder === undefined) throw new Error(`${packageName} is not installed. Run pnpm install.`)
  return folder

  function hasManifest(path: string): boolean {
    try {
      return dirname(require.resolve(join(path, 'package.json'))) !== ''
    } catch {
      return false
    }
  }
}
