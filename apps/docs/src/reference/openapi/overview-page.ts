import type { BundleNode } from '../bundle-node.ts'
import {
  block,
  codeOf,
  heading,
  html,
  joinBlocks,
  readMarks,
  renderDeprecated,
  renderProse,
} from '../markup.ts'
import {
  readDocs,
  readInfo,
  renderConstants,
  renderSchemaLinks,
  renderServers,
} from '../overview-parts.ts'
import type { PageWriter, ReferencePage } from '../page-writer.ts'
import { readUrl } from './operation-page.ts'
import type { Call } from './read-calls.ts'
import { renderSecuritySchemes, sayRequirements } from './security.ts'

interface OverviewParts {
  calls: readonly Call[]
  components: BundleNode | undefined
  schemas: readonly { name: string }[]
  writer: PageWriter
}

/** The first page of a document: what it is, where it is served, what there is to call. */
export function renderOverview(root: BundleNode, parts: OverviewParts): ReferencePage {
  const { calls, components, schemas, writer } = parts
  root.take('openapi')
  root.take('jsonSchemaDialect')
  for (const key of ['paths', 'webhooks', 'components']) root.take(key)
  const info = root.child('info')
  if (info === undefined) throw new TypeError('The document has no info.')
  const { title, line, blocks } = readInfo(info)
  const servers = root.children('servers')
  const caption = 'Where it is served'
  const body = joinBlocks([
    ...blocks,
    ...(servers.length === 0
      ? []
      : [heading(2, 'Servers'), block(renderServers(servers, { caption, toAddress: readUrl }))]),
    ...renderSecurity(root, { components, writer }),
    heading(2, 'Operations'),
    ...renderTags(root, { calls, writer }),
    heading(2, 'Deprecated'),
    block(renderDeprecated(root.bundle)),
    ...renderSchemaLinks(schemas, writer),
    ...renderConstants(root),
    ...renderMore(root),
  ])
  root.close()
  return { slug: writer.slug, title, description: line, body }
}

function renderMore(root: BundleNode): string[] {
  const more = [readDocs(root), readMarks(root)].filter((one) => one !== undefined)
  return more.map((one) => block(html`<p>${one}</p>`))
}

function renderSecurity(
  root: BundleNode,
  { components, writer }: Pick<OverviewParts, 'components' | 'writer'>,
): string[] {
  const words = sayRequirements(root.take('security'), writer)
  const schemes = components?.children('securitySchemes') ?? []
  if (words === undefined && schemes.length === 0) return []
  return [
    heading(2, 'Security'),
    words === undefined ? '' : block(html`<p>A call authenticates by ${words}.</p>`),
    schemes.length === 0 ? '' : block(renderSecuritySchemes(schemes)),
  ]
}

/** The operations by tag, those without one at the end. */
function renderTags(
  root: BundleNode,
  { calls, writer }: Pick<OverviewParts, 'calls' | 'writer'>,
): string[] {
  const described = root.children('tags').map(([, tag]) => {
    const name = tag.text('name') ?? ''
    const words = tag.text('description')
    const more = [readDocs(tag), readMarks(tag)].filter((one) => one !== undefined)
    tag.close()
    return { name, text: html`${words === undefined ? '' : renderProse(words)}${more}` }
  })
  const known = new Set(described.map(({ name }) => name))
  const others = [...new Set(calls.flatMap(({ tags }) => tags))].filter((tag) => !known.has(tag))
  const groups = [...described, ...others.map((name) => ({ name, text: html`` }))]
  const untagged = calls.filter(({ tags }) => tags.length === 0)
  return [
    ...groups.flatMap(({ name, text }) => [
      heading(3, name),
      text.text === '' ? '' : block(text),
      block(
        renderCalls(
          calls.filter(({ tags }) => tags.includes(name)),
          { caption: name, writer },
        ),
      ),
    ]),
    ...[
      { caption: 'Without a tag', calls: untagged.filter(({ isWebhook }) => !isWebhook) },
      { caption: 'Webhooks', calls: untagged.filter(({ isWebhook }) => isWebhook) },
    ]
      .filter(({ calls: own }) => own.length > 0)
      .map(({ caption, calls: own }) => block(renderCalls(own, { caption, writer }))),
  ]
}

function renderCalls(
  calls: readonly Call[],
  { caption, writer }: { caption: string; writer: PageWriter },
) {
  const rows = calls.map(
    ({
      page,
      title,
      method,
      address,
    }) => html`<tr><th scope="row">${writer.linkTo(page, title)}</th><td>${codeOf(`${method} ${address}`)}</td></tr>
`,
  )
  return html`<table class="ref-table">
<caption>Operations: ${caption}</caption>
<thead><tr><th scope="col">Operation</th><th scope="col">Call</th></tr></thead>
<tbody>
${rows}</tbody>
</table>`
}
