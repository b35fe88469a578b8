import { join } from 'node:path'
import { documents } from '@partner-platform/docs'
import { runApp, type ValuesOf } from '@partner-platform/settings'
import { operations, securitySchemes } from '@partner-platform/types'
import { formatTable } from './format-table.ts'
import { explainListenError, portSettings } from './start-settings.ts'
import { startContractReader } from './watch/contract/start-contract-reader.ts'
import { serveLiveDocs } from './watch/docs/serve-live-docs.ts'
import { type Following, followSaves } from './watch/follow-saves.ts'
import { keepFollowing, report } from './watch/keep-following.ts'
import { type LivePlatform, startLivePlatform } from './watch/platform/start-live-platform.ts'
import { watchFiles } from './watch/watch-files.ts'
import { findWorkspaces, root } from './workspaces.ts'

const specs = join(root, 'specs')
const signals = ['SIGINT', 'SIGTERM'] as const
/** Workspaces that this process runs itself or that no app runs: their changes need a restart. */
const tools = new Set([
  ...['audit', 'codegen', 'compat', 'dev', 'fixtures', 'lint', 'proof'].map(
    (name) => `packages/${name}`,
  ),
  'apps/docs',
])

/** Starts both apps and the docs, and follows saves until it is closed. */
async function startWatch({ DOCS_PORT, ...ports }: ValuesOf<typeof portSettings>) {
  console.log('Starting Postgres, both apps and the checks …')
  const opened = new AsyncDisposableStack()
  const close = () => opened.disposeAsync()
  const giveUp = () => void close().finally(() => process.exit(130))
  for (const signal of signals) process.once(signal, giveUp)
  try {
    const workspaces = findWorkspaces()
    const ids = documents.map(({ id }) => id)
    const reader = startContractReader(specs, ids)
    opened.defer(() => reader.close())
    const closing = new AbortController()
    let following: Following | undefined
    const platform = await startLivePlatform({
      ports,
      opened,
      onExit(name, output) {
        if (following && !closing.signal.aborted) report(following.noteExit(name, output))
      },
    })
    const places = toPlaces(platform)
    const docs = await serveLiveDocs({
      port: DOCS_PORT,
      places,
      renderRedoc: (document) => reader.renderRedoc(document),
    }).catch((error: unknown) => {
      throw explainListenError('DOCS_PORT', error)
    })
    opened.defer(() => docs.close())
    const followed = workspaces.filter(({ place }) => !tools.has(place) && place !== 'specs')
    following = followSaves({ reader, platform, docs, workspaces, followed })
    const files = await watchFiles(
      [specs, ...followed.map(({ folder }) => join(folder, 'src'))],
      ({ message }) => console.error(`A file cannot be watched: ${message}`),
    )
    opened.defer(() => files.close())
    opened.defer(() => closing.abort())
    void keepFollowing({ follow: following.follow, files, docs, signal: closing.signal })
    for (const signal of signals) process.off(signal, giveUp)
    const { name } = securitySchemes.apiKeyHeader
    return {
      lines: [
        '',
        formatTable([...places, ['docs', docs.url]]),
        '',
        `  Try it:  curl -H '${name}: ${platform.apiKey}' ${platform.places.server}${operations.listCountries.path}`,
        '',
        '  Save a file under specs/ to see what happens. Ctrl-C stops everything.',
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

// The library that runs Postgres listens too, and would end us before the rest is stopped.
for (const signal of signals) process.removeAllListeners(signal)

await runApp(
  {
    name: 'dev',
    says: 'Runs both apps and the reference pages, and updates them after every save of the contract.',
    settings: portSettings,
    start: startWatch,
  },
  process.env,
)
