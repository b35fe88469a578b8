import { join } from 'node:path'

/** A public document from an npm package. */
export interface PublicDocument {
  title: string
  format: 'OpenAPI 3.0' | 'OpenAPI 3.1' | 'AsyncAPI 2.6' | 'AsyncAPI 3.0'
  kind: 'openapi' | 'asyncapi'
  /** Where `install-on-demand` puts it. */
  path: string
}

const streetlights = '@asyncapi/java-template/test/mocks/kafka-streetlights'
const examples = '@readme/oas-examples'

/** The documents, largest first in each format. */
export const documents: PublicDocument[] = (
  [
    ['GitHub REST API', 'OpenAPI 3.0', '@octokit/openapi/generated/api.github.com.json'],
    ['Star Trek API', 'OpenAPI 3.0', `${examples}/3.0/json/star-trek.json`],
    ['USPTO data sets', 'OpenAPI 3.0', `${examples}/3.0/json/uspto.json`],
    ['Figma REST API', 'OpenAPI 3.1', '@figma/rest-api-spec/openapi/openapi.yaml'],
    ['Train Travel API', 'OpenAPI 3.1', `${examples}/3.1/json/train-travel.json`],
    ['Streetlights', 'AsyncAPI 2.6', `${streetlights}-v2.yml`],
    ['Streetlights', 'AsyncAPI 3.0', `${streetlights}-v3.yml`],
  ] as const
).map(([title, format, file]) => ({
  title,
  format,
  kind: format.startsWith('OpenAPI') ? 'openapi' : 'asyncapi',
  path: join(import.meta.dirname, 'node_modules', file),
}))
