import type { JsonObject } from './documents.ts'

const methods = ['get', 'put', 'post', 'delete', 'patch']

/**
 * The document with a curl command for each operation under `paths`, which Redoc shows beside it. Base URL and
 * key are shell variables, so the command stays right if an overlay changes the servers.
 */
export function addSamples(document: JsonObject): JsonObject {
  const paths = Object.entries<JsonObject>(document.paths ?? {}).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries<JsonObject>(item).map(([key, value]) => [
        key,
        methods.includes(key) ? withSample(value, { document, path, method: key }) : value,
      ]),
    ),
  ])
  return document.paths === undefined ? document : { ...document, paths: Object.fromEntries(paths) }
}

type Call = { document: JsonObject; path: string; method: string }

const withSample = (operation: JsonObject, call: Call): JsonObject => ({
  ...operation,
  'x-codeSamples': [{ lang: 'Shell', label: 'curl', source: toCurl(operation, call) }],
})

function toCurl(operation: JsonObject, { document, path, method }: Call): string {
  const body = operation.requestBody?.content?.['application/json']?.example
  // curl uses POST if there is a body, and GET otherwise.
  const isImplied = method === (body === undefined ? 'get' : 'post')
  const arguments_ = [
    ...(isImplied ? [] : [`--request ${method.toUpperCase()}`]),
    ...authentication(document, operation.security ?? document.security),
    ...(body === undefined
      ? []
      : [`--json '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`]),
    `"$BASE_URL${path.replaceAll(/[$"\\`]/g, '\\$&')}"`,
  ]
  return `curl ${arguments_.join(' \\\n  ')}`
}

/** The header of the first way to authenticate, with a variable for the key or token. */
function authentication(document: JsonObject, requirements: JsonObject[] = []): string[] {
  const [name = ''] = Object.keys(requirements[0] ?? {})
  const scheme: JsonObject = document.components?.securitySchemes?.[name] ?? {}
  if (scheme.type === 'http') return ['--header "Authorization: Bearer $API_KEY"']
  return scheme.in === 'header' ? [`--header "${scheme.name}: $API_KEY"`] : []
}
