import { STATUS_CODES } from 'node:http'
import type { BundleNode } from '../bundle-node.ts'
import {
  block,
  codeOf,
  type Html,
  heading,
  html,
  joinBlocks,
  joinHtml,
  readMarks,
  renderProse,
  toSlug,
} from '../markup.ts'
import { readDocs, renderList, renderServers } from '../overview-parts.ts'
import { type PageWriter, type ReferencePage, toPlainLine } from '../page-writer.ts'
import { renderContent, renderHeaders, renderParameters } from './content.ts'
import type { Call } from './read-calls.ts'
import { sayRequirements } from './security.ts'

/** The page of one operation: how it is called, and each answer to it. */
export function renderOperation(
  call: Call,
  { writer, security }: { writer: PageWriter; security: unknown },
): ReferencePage {
  const { operation, path, isWebhook } = call
  const requirements = operation.take('security') ?? security
  // A webhook without one may still be signed, as its headers tell.
  const isSilent = isWebhook && Array.isArray(requirements) && requirements.length === 0
  const facts: [string, Html | undefined][] = [
    ['Operation', codeOf(call.name)],
    ['Tags', call.tags.length === 0 ? undefined : joinHtml(call.tags.map(codeOf), ', ')],
    ['Authentication', isSilent ? undefined : sayRequirements(requirements, writer)],
    ['More', readDocs(operation)],
    ['Traced to', readMarks(operation)],
    ['Path traced to', readMarks(path)],
  ]
  const words = [path.text('summary'), path.text('description'), operation.text('description')]
  const head = [
    block(
      html`<p class="ref-call"><code><strong>${call.method}</strong> ${call.address}</code></p>`,
    ),
    call.isDeprecated ? block(html`<p><strong>Deprecated.</strong></p>`) : '',
    ...words.map((one) => (one === undefined ? '' : block(renderProse(one)))),
    block(renderList(facts)),
    ...renderOwnServers(path, operation),
  ]
  const rest = [...renderRequest(call, writer), ...renderResponses(operation, writer)]
  operation.close()
  path.close()
  return {
    slug: writer.slug,
    title: call.title,
    description: toPlainLine(words.findLast((one) => one !== undefined) ?? call.title),
    body: joinBlocks([...head, ...rest]),
  }
}

function renderOwnServers(...nodes: BundleNode[]): string[] {
  const servers = nodes.flatMap((node) => node.children('servers'))
  if (servers.length === 0) return []
  const options = { caption: 'Servers of this operation alone', toAddress: readUrl }
  return [block(renderServers(servers, options))]
}

export const readUrl = (server: BundleNode) => server.text('url') ?? ''

function renderRequest({ operation, path }: Call, writer: PageWriter): string[] {
  const parameters = [...path.children('parameters'), ...operation.children('parameters')]
  const body = operation.child('requestBody')
  const none = block(html`<p>No parameters, and no body.</p>`)
  return [
    heading(2, 'Request'),
    parameters.length === 0 && body === undefined ? none : '',
    parameters.length === 0
      ? ''
      : block(html`<p class="ref-kind">Parameters</p>
${renderParameters(
  parameters.map(([, parameter]) => parameter),
  writer,
)}`),
    ...(body === undefined ? [] : renderRequestBody(body, writer)),
  ]
}

function renderRequestBody(body: BundleNode, writer: PageWriter): string[] {
  const words = body.text('description')
  const label = body.flag('required') ? 'Body, required' : 'Body, optional'
  const mark = readMarks(body)
  const content = renderContent(body, { prefix: 'body', label, writer })
  body.close()
  return [
    words === undefined ? '' : block(renderProse(words)),
    ...content,
    mark === undefined ? '' : block(html`<p>${mark}</p>`),
  ]
}

function renderResponses(operation: BundleNode, writer: PageWriter): string[] {
  const responses = operation.children('responses').flatMap(([status, response]) => {
    const reason = STATUS_CODES[status]
    const words = response.text('description')
    const headers = response.children('headers')
    const mark = readMarks(response)
    const content = renderContent(response, {
      ...{ prefix: `${toSlug(status)}.body`, label: `Body of ${status}`, writer },
    })
    const caption = html`<p class="ref-kind">Headers of ${status}</p>`
    const list = renderHeaders(headers, { prefix: `${toSlug(status)}.header`, writer })
    response.close()
    return [
      heading(3, reason === undefined ? status : `${status} ${reason}`),
      words === undefined ? '' : block(renderProse(words)),
      mark === undefined ? '' : block(html`<p>${mark}</p>`),
      headers.length === 0
        ? ''
        : block(html`${caption}
${list}`),
      content.length === 0 ? block(html`<p>No body.</p>`) : '',
      ...content,
    ]
  })
  return [heading(2, 'Responses'), ...responses]
}
