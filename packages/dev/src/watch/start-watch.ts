import { join } from 'node:path'
import { documents } from '@partner-platform/docs'
import type { ValuesOf } from '@partner-platform/settings'
import { operations, securitySchemes } from '@partner-platform/types'
import { formatTable } from '../format-table.ts'
import { explainListenError, type portSettings } from '../ports.ts'
import { findWorkspaces, root } from '../workspaces.ts'
import { startContractReader } from './contract/start-contract-reader.ts'
import { serveLiveDocs } from './docs/serve-live-docs.ts'
import { followSaves } from './follow-saves.ts'
import { keepFollowing } from './keep-following.ts'
import { type LivePlatform, startLivePlatform } from './platform/start-live-platform.ts'
import { watchFiles } from './watch-files.ts'

const specs = join(root, 'specs')

/**
 * Brings up both apps and the references, and follows what is saved until it is closed. What is wrong
 * is told with place and remedy, in the terminal and over every page; what was right last goes on.
 */
export async function startWatch({ DOCS_PORT, ...ports }: ValuesOf<typeof portSettings>) {
  console.log('Starting Postgres, both apps and the checks …')
  const closers: (() => unknown)[] = []
  const close = async () => {
    for (const one of closers.splice(0).toReversed()) await one()
  }
  try {
    const workspaces = findWorkspaces()
    const ids = documents.map(({ id }) => id)
    const reader = startContractReader(specs, ids)
    closers.push(() => reader.close())
    const files = await watchFiles(
      workspaces
        .filter(({ place }) => place !== 'packages/dev')
        .map(({ folder, place }) => (place === 'specs' ? folder : join(folder, 'src'))),
    )
    closers.push(() => files.close())
    const platform = await startLivePlatform(ports)
    closers.push(() => platform.close())
    const places = toPlaces(platform)
    const docs = await serveLiveDocs({
      ...{ port: DOCS_PORT, places },
      renderRedoc: (document) => reader.renderRedoc(document),
    }).catch((error: unknown) => {
      throw explainListenError('DOCS_PORT', error)
    })
    closers.push(() => docs.close())

    const closing = new AbortController()
    closers.push(() => closing.abort())
    const follow = followSaves({ reader, platform, docs, workspaces })
    void keepFollowing({ ...{ follow, files, docs }, signal: closing.signal })
    const { name } = securitySchemes.apiKeyHeader
    return {
      lines: [
        '',
        formatTable([...places, ['docs', docs.url]]),
        '',
        `  Try it:  curl -H '${name}: ${platform.apiKey}' ${platform.places.server}${operations.listCountries.path}`,
        '',
        '  Save a file below specs/ to see what follows. Ctrl-C stops everything.',
        '',
      ],
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

const toPlaces = ({ places, operatorToken }: LivePlatform) => [
  ['server', `${places.server}${operations.listCountries.path}`],
  ['operator', `${places.operator}/operator/v1/partners, token ${operatorToken}`],
  ['receiver', places.callback],
  ['inbox', places.inbox],
]
