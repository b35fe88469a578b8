import { addSamples } from '@partner-platform/lint/bundle'
import type { BundledDocument } from '../documents.ts'
import { type Page, tabs } from '../page.ts'
import { toPageName } from '../reference/markup.ts'
import { examplesStart } from '../reference/page-writer.ts'

/** Adds Redoc's curl command to the page of each operation for which no guide has programs. */
export function addCalls(pages: Page[], documents: BundledDocument[]): Page[] {
  const calls = new Map(
    documents.flatMap(({ id, bundle }) =>
      Object.values<object>(addSamples(bundle).paths ?? {})
        .flatMap((path) => Object.values(path))
        .filter((member) => member['x-codeSamples'])
        .map(({ operationId, 'x-codeSamples': [{ source }] }) => [
          `reference/${id}/operations/${toPageName(operationId)}`,
          source,
        ]),
    ),
  )
  return pages.map((page) => {
    const call = calls.get(page.slug)
    if (call === undefined || page.body.search(tabs) >= 0) return page
    const rest = /BASE_URL.*\{/.test(call)
      ? ' Replace each part of the path in braces with a value.'
      : ''
    const words = `Set \`BASE_URL\` to the base URL of the server and \`API_KEY\` to your key or token.${rest}`
    const shown = `${examplesStart}\n\n\`\`\`bash\n${call}\n\`\`\`\n\n${words}`
    return { ...page, body: page.body.replace(examplesStart, () => shown) }
  })
}
