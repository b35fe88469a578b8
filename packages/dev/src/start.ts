import { join } from 'node:path'
import { runApp, type ValuesOf } from '@partner-platform/settings'
import { operations, securitySchemes } from '@partner-platform/types'
import { type BuildDocs, openDocs } from './docs-in-background.ts'
import { formatTable, toRow } from './format-table.ts'
import { makeRoundTrip } from './round-trip.ts'
import { startPlatform } from './start-platform.ts'
import { startSettings } from './start-settings.ts'
import { createTryPage, tryPath } from './try/create-try-page.ts'

export type StartOptions = {
  buildDocs?: BuildDocs
  out?: Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'rows'>
}

/** Brings both apps up, makes one round trip, and shows all addresses. The docs follow. */
export async function startAll(
  values: ValuesOf<typeof startSettings>,
  { buildDocs, out = process.stdout }: StartOptions = {},
) {
  const docs = await openDocs(values.DOCS_PORT, buildDocs)
  const closers = [docs.close]
  const close = async () => {
    await Promise.all(closers.map((one) => one()))
  }
  try {
    const platform = await startPlatform(values)
    closers.push(platform.close)
    docs.add(createTryPage(platform))
    const steps = await makeRoundTrip(platform)
    const countries = `${platform.serverUrl}${operations.listCountries.path}`
    const operator = `${platform.operatorUrl}/operator/v1/partners, token in ${join(values.DATA_FOLDER, 'operator-token')}`
    const places = [
      ['server', countries],
      ['operator', operator],
      ['receiver', platform.callbackUrl],
      ['inbox', platform.inboxUrl],
      ['try it', `${docs.url}${tryPath.slice(1)}`],
      ['docs', `${docs.url} (building)`],
    ]
    const { name } = securitySchemes.apiKeyHeader
    const lines = [
      '',
      formatTable(steps.map(toRow)),
      '',
      formatTable(places),
      '',
      `  From a shell:  curl -H '${name}: ${platform.apiKey}' ${countries}`,
      '',
      '  Ctrl-C stops everything.',
      '',
    ]
    // The lines above are printed first.
    setImmediate(() => void showDocs(docs, out))
    return { lines, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Number of lines from the line of the docs to the cursor. */
const linesBelow = 6

/** Turns the line of the docs green once they are built; without a terminal, adds a line instead. */
async function showDocs(
  docs: Awaited<ReturnType<typeof openDocs>>,
  out: NonNullable<StartOptions['out']>,
): Promise<void> {
  try {
    await docs.build()
    const line = formatTable([['docs    ', docs.url]])
    const isInSight = out.isTTY && (out.rows ?? 0) > linesBelow
    if (isInSight) {
      out.write(`\x1b[${linesBelow}A\r\x1b[K\x1b[32m${line}\x1b[39m\x1b[${linesBelow}B\r`)
    } else out.write(`${line}\n`)
  } catch (error) {
    // Whoever stopped the build knows it.
    if ((error as Error).name !== 'AbortError') out.write(`${(error as Error).message}\n`)
  }
}

if (import.meta.main) {
  await runApp(
    {
      name: 'start',
      says: 'Starts server, receiver and docs, and shows one round trip.',
      settings: startSettings,
      start: startAll,
    },
    process.env,
  )
}
