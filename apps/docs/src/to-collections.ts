import { Bundle, type BundleNode, type Json } from './reference/bundle-node.ts'
import { methods } from './reference/read-openapi.ts'

/*
 * Collections of an OpenAPI document: a folder for each operation, and in it a request for each way to
 * authenticate. `baseUrl` and `apiKey` are variables.
 */

/** A collection in Postman's format 2.1. */
export function toPostmanCollection(document: Json): Json {
  const { name, description, folders, servers } = readDocument(document)
  const item = folders.map(({ name, requests }) => ({
    name,
    item: requests.map(({ name, method, path, description, auth, body, parameters }) => ({
      name,
      request: {
        method,
        description,
        url: {
          raw: `{{baseUrl}}${path}`,
          host: ['{{baseUrl}}'],
          path: path.split('/').slice(1),
          variable: parameters.path.map(toPostmanValue),
          query: parameters.query.map(toPostmanValue),
        },
        header: parameters.header.map(toPostmanValue),
        auth: toPostmanAuth(auth),
        ...(body && { body: { mode: 'raw', raw: body, options: { raw: { language: 'json' } } } }),
      },
    })),
  }))
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
  const variable = [
    { key: 'baseUrl', value: servers[0]?.url ?? '' },
    { key: 'apiKey', value: '' },
  ]
  return { info: { name, description, schema }, item, variable }
}

const toPostmanValue = ({ name, value, isRequired }: Parameter) => ({
  key: name,
  value,
  disabled: !isRequired,
})

function toPostmanAuth({ type, ...values }: Auth): Json {
  const list = Object.entries(values).map(([key, value]) => ({ key, value, type: 'string' }))
  return { type, [type]: list }
}

/** A collection in the format that Bruno exports. Bruno adds ids when it imports it. */
export function toBrunoCollection(document: Json): Json {
  const { name, description, folders, servers } = readDocument(document)
  const items = folders.map(({ name, requests }, at) => ({
    type: 'folder',
    name,
    seq: at + 1,
    items: requests.map(({ name, method, path, description, auth, body, parameters }, at) => ({
      type: 'http',
      name,
      seq: at + 1,
      request: {
        url: `{{baseUrl}}${path}`,
        method,
        headers: parameters.header.map(toBrunoValue),
        params: (['path', 'query'] as const).flatMap((type) =>
          parameters[type].map((one) => ({ ...toBrunoValue(one), type })),
        ),
        auth: toBrunoAuth(auth),
        body: body ? { mode: 'json', json: body } : { mode: 'none' },
        docs: description,
      },
    })),
  }))
  const environments = servers.map(({ name, url }) => ({
    name,
    variables: [
      { name: 'baseUrl', value: url, type: 'text', enabled: true, secret: false },
      { name: 'apiKey', value: '', type: 'text', enabled: true, secret: true },
    ],
  }))
  return { version: '1', name, root: { docs: description }, items, environments }
}

const toBrunoValue = ({ name, value, isRequired }: Parameter) => ({
  name,
  value,
  enabled: isRequired,
})

const toBrunoAuth = (auth: Auth): Json =>
  auth.type === 'bearer'
    ? { mode: 'bearer', bearer: { token: auth.token } }
    : {
        mode: 'apikey',
        apikey: {
          key: auth.key,
          value: auth.value,
          placement: auth.in === 'query' ? 'queryparams' : auth.in,
        },
      }

type Parameter = { name: string; value: string; isRequired: boolean }

type Auth =
  | { type: 'bearer'; token: string }
  | { type: 'apikey'; key: string; value: string; in: string }

type Document = {
  info: { title: string; summary?: string }
  paths?: Record<string, Json>
  servers?: { url: string; description?: string }[]
  security?: Record<string, unknown>[]
}

function readDocument(document: Json) {
  const { info, paths = {}, servers = [], security = [] } = document as Document
  const bundle = new Bundle(document)
  const schemes = new Map(bundle.root().child('components')?.children('securitySchemes'))
  const ways = security
    .flatMap((way) => Object.keys(way))
    .map((name) => ({ name: `with ${name}`, auth: readAuth(schemes.get(name)) }))
  const folders = Object.entries(paths).flatMap(([address, value]) => {
    const path = bundle.resolve(value, address)
    const shared = path.children('parameters')
    return methods.filter(path.has).map((method) => {
      const operation = path.child(method) as BundleNode
      const parameters = [...shared, ...operation.children('parameters')].map(([, one]) => one)
      const placed = (place: string) =>
        parameters.filter((one) => one.peek('in') === place).map(readParameter)
      const request = {
        method: method.toUpperCase(),
        // Both programs write path variables in this way.
        path: address.replaceAll(/\{(.+?)\}/g, ':$1'),
        description: operation.text('description'),
        body: readBody(operation.child('requestBody')),
        parameters: { path: placed('path'), query: placed('query'), header: placed('header') },
      }
      const name = operation.text('summary') ?? `${request.method} ${address}`
      return { name, requests: ways.map((way) => ({ ...request, ...way })) }
    })
  })
  return {
    name: info.title,
    description: info.summary,
    folders,
    servers: servers.map(({ url, description }) => ({ url, name: description ?? url })),
  }
}

const readParameter = (parameter: BundleNode): Parameter => ({
  name: String(parameter.peek('name')),
  value: String(parameter.peek('example') ?? ''),
  isRequired: parameter.peek('required') === true,
})

/** The first example of the body, as JSON. */
function readBody(body: BundleNode | undefined): string | undefined {
  const [[, media] = []] = body?.children('content') ?? []
  const [[, example] = []] = media?.children('examples') ?? []
  return example && JSON.stringify(example.take('value'), null, 2)
}

function readAuth(scheme: BundleNode | undefined): Auth {
  const apiKey = '{{apiKey}}'
  if (scheme?.peek('type') === 'http') return { type: 'bearer', token: apiKey }
  return {
    type: 'apikey',
    key: scheme?.text('name') ?? '',
    value: apiKey,
    in: scheme?.text('in') ?? '',
  }
}
