import { STATUS_CODES } from 'node:http'
import type { BundleNode } from './bundle-node.ts'
import {
  block,
  codeOf,
  type Fact,
  factList,
  fieldList,
  type Html,
  heading,
  html,
  joinBlocks,
  joinHtml,
  listHtml,
  paragraph,
  prose,
  toPageName,
  toPlainLine,
  toSlug,
} from './markup.ts'
import {
  codeText,
  commonFacts,
  lineOf,
  readDocs,
  readMarks,
  readOrigin,
  readWords,
  renderServers,
} from './object-parts.ts'
import {
  type Entry,
  type Kind,
  type PageWriter,
  placeExamples,
  renderEntries,
  renderOrigins,
} from './page-writer.ts'
import { renderContent, renderValues } from './render-bodies.ts'

/** One operation: a call of a path, or a webhook. */
type Call = Entry & {
  method: string
  /** Path, or name of the webhook. */
  address: string
  tags: string[]
  isWebhook: boolean
}

type Schemes = readonly [name: string, scheme: BundleNode][]

/** The members of a path that are operations. */
export const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/** The operations and webhooks of an OpenAPI 3.1 document. */
export function readOpenApi(root: BundleNode, components: BundleNode | undefined): Kind {
  const schemes = components?.children('securitySchemes') ?? []
  const security = root.take('security')
  const calls = ['paths', 'webhooks'].flatMap((group) =>
    root.places(group).flatMap(({ name: address, value, pointer }) => {
      // Each operation shows what all operations of its path share.
      const resolve = () => root.bundle.resolve(value, pointer)
      const isWebhook = group === 'webhooks'
      return methods
        .filter(resolve().has)
        .map((method) => readCall(resolve(), { method, address, isWebhook, security }))
    }),
  )
  return {
    entries: calls,
    renderSections: (root, writer) => [
      ...renderSecurity(schemes, { security, writer }),
      heading(2, 'Operations'),
      ...renderTags(root, { calls, writer }),
    ],
  }
}

type CallPlace = Pick<Call, 'method' | 'address' | 'isWebhook'> & { security: unknown }

function readCall(path: BundleNode, { method, address, isWebhook, security }: CallPlace): Call {
  const operation = path.child(method) as BundleNode
  const name = operation.text('operationId') ?? `${method} ${address}`
  const title = operation.text('summary') ?? name
  const call = {
    title,
    address,
    isWebhook,
    method: method.toUpperCase(),
    page: `${isWebhook ? 'webhooks' : 'operations'}/${toPageName(name)}`,
    tags: [operation.peek('tags') ?? []].flat().map(String),
  }
  const render = (writer: PageWriter) => {
    const requirements = operation.take('security') ?? security
    // A webhook without one may still be signed, as its headers show.
    const isSilent = isWebhook && Array.isArray(requirements) && requirements.length === 0
    const isDeprecated = operation.flag('deprecated')
    writer.origins.push([codeOf(name), readOrigin(operation)], [codeOf(address), readOrigin(path)])
    const statuses = Object.keys(operation.peek('responses') ?? {})
    const facts: Fact[] = [
      ['Operation', codeOf(name)],
      ['Authentication', isSilent ? undefined : sayRequirements(requirements, writer)],
      ...commonFacts(operation),
      ['Path', readMarks(path)],
      ['Responses', lineOf(statuses.map(toStatusLink))],
    ]
    const words = [path.text('summary'), path.text('description'), operation.text('description')]
    const before = [
      block(
        html`<p class="ref-call"><code><strong class="method method-${method}">${call.method}</strong> ${address}</code></p>`,
      ),
      paragraph(isDeprecated ? html`<strong>Deprecated.</strong>` : undefined),
      ...words.map(prose),
      block(factList(facts)),
      ...renderServers([...path.children('servers'), ...operation.children('servers')], {
        caption: 'Servers for this operation only',
      }),
      ...renderRequest({ path, operation }, writer),
    ]
    const after = renderResponses(operation, writer)
    const body = joinBlocks(placeExamples(writer, { before, after }))
    const line = words.findLast((one) => one !== undefined) ?? title
    return { isWide: true, method: call.method, description: toPlainLine(line), body }
  }
  return { ...call, render }
}

type Nodes = { path: BundleNode; operation: BundleNode }

function renderRequest({ path, operation }: Nodes, writer: PageWriter): string[] {
  const parameters = [...path.children('parameters'), ...operation.children('parameters')]
  const body = operation.child('requestBody')
  const label = body?.flag('required') ? 'Body, required' : 'Body, optional'
  if (body) writer.origins.push(['Body', readOrigin(body)])
  const isEmpty = parameters.length === 0 && body === undefined
  return [
    heading(2, 'Request'),
    paragraph(isEmpty ? html`This operation has no parameters and no body.` : undefined),
    ...renderNamed('Parameters', renderValues(parameters, { prefix: 'parameter', writer })),
    prose(body?.text('description')),
    ...(body ? renderContent(body, { prefix: 'body', label, writer }) : []),
    paragraph(body && readMarks(body)),
    renderOrigins(writer),
  ]
}

/** A list below its name; nothing if it is empty. */
const renderNamed = (name: string, list: string): string[] =>
  list === '' ? [] : [block(html`<p class="ref-kind">${name}</p>`), list]

const toStatusLine = (status: string) => `${status} ${STATUS_CODES[status] ?? ''}`.trim()

const toStatusLink = (status: string) =>
  html`<a href="#${toSlug(toStatusLine(status))}"><code>${status}</code></a>`

function renderResponses(operation: BundleNode, writer: PageWriter): string[] {
  const responses = operation.children('responses').flatMap(([status, response]) => {
    const prefix = toSlug(status)
    const label = `Body of ${status}`
    writer.origins.push([status, readOrigin(response)])
    const content = renderContent(response, { prefix: `${prefix}.body`, label, writer })
    return [
      heading(3, toStatusLine(status)),
      prose(response.text('description')),
      paragraph(readMarks(response)),
      ...renderHeaders(response, { status, prefix: `${prefix}.header`, writer }),
      ...(content.length === 0 ? [paragraph(html`No body.`)] : content),
      renderOrigins(writer),
    ]
  })
  return [heading(2, 'Responses'), ...responses]
}

/** The headers of a response. Those that an earlier response describes are links. */
function renderHeaders(
  response: BundleNode,
  { status, prefix, writer }: { status: string; prefix: string; writer: PageWriter },
): string[] {
  const { shown } = writer
  const headers = response.children('headers')
  const links = headers.flatMap(([, { pointer }]) => shown.get(pointer) ?? [])
  const own = headers.filter(([, { pointer }]) => !shown.has(pointer))
  const list = renderNamed(`Headers of ${status}`, renderValues(own, { prefix, writer }))
  for (const [name, { pointer }] of own)
    shown.set(pointer, html`<a href="#${prefix}.${name}">${codeOf(name)}</a>`)
  if (links.length === 0) return list
  const words = own.length === 0 ? 'Headers' : 'Other headers'
  return [...list, paragraph(html`${words}, described above: ${joinHtml(links)}.`)]
}

/** The operations by tag, then those without one. */
function renderTags(
  root: BundleNode,
  { calls, writer }: { calls: readonly Call[]; writer: PageWriter },
): string[] {
  const described = root
    .children('tags')
    .map(([, tag]) => ({
      name: tag.text('name') ?? '',
      words: html`${readWords(tag)}${readDocs(tag)}`,
    }))
  const known = new Set(described.map(({ name }) => name))
  const others = [...new Set(calls.flatMap(({ tags }) => tags))].filter((tag) => !known.has(tag))
  const groups = [...described, ...others.map((name) => ({ name, words: html`` }))]
  const render = (name: string, isMeant: (call: Call) => boolean) =>
    renderEntries(calls.filter(isMeant), {
      writer,
      caption: `Operations: ${name}`,
      columns: ['Operation', 'Call'],
      sayEntry: ({ method, address }) => codeOf(`${method} ${address}`),
    })
  const isUntagged = ({ tags }: Call) => tags.length === 0
  return [
    ...groups.flatMap(({ name, words }) => [
      heading(3, name),
      block(words),
      render(name, ({ tags }) => tags.includes(name)),
    ]),
    render('Without a tag', (call) => isUntagged(call) && !call.isWebhook),
    render('Webhooks', (call) => isUntagged(call) && call.isWebhook),
  ]
}

const schemeId = (name: string) => `security.${name}`

const schemeLabels = {
  type: 'Kind',
  scheme: 'Scheme',
  bearerFormat: 'Format of the token',
  in: 'Place',
  name: 'Name',
  openIdConnectUrl: 'OpenID Connect',
}

/** The ways to authenticate, each with an id that operations link to. */
function renderSecurity(
  schemes: Schemes,
  { security, writer }: { security: unknown; writer: PageWriter },
): string[] {
  const ways = sayRequirements(security, writer)
  if (ways === undefined && schemes.length === 0) return []
  const fields = schemes.map(([name, scheme]) => ({
    id: schemeId(name),
    name: html`<code>${name}</code>`,
    details: html`${readWords(scheme)}${factList(
      Object.entries(schemeLabels).map(([key, label]) => [label, codeText(scheme, key)]),
    )}`,
  }))
  return [
    heading(2, 'Security'),
    paragraph(ways && html`A call authenticates with ${ways}.`),
    fields.length === 0 ? '' : block(fieldList(fields)),
  ]
}

/** Which ways are accepted, in words; `undefined` if the document does not say. */
function sayRequirements(value: unknown, { linkTo }: PageWriter): Html | undefined {
  if (!Array.isArray(value)) return undefined
  const ways = value.map((way: Record<string, string[]>) => {
    const parts = Object.entries(way).map(([name, scopes]) => {
      const link = linkTo('', html`<code>${name}</code>`, schemeId(name))
      return scopes.length === 0 ? link : html`${link} with ${joinHtml(scopes.map(codeOf))}`
    })
    return parts.length === 0 ? html`none` : listHtml(parts)
  })
  return ways.length === 0 ? html`none` : listHtml(ways, 'or')
}
