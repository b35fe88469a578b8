import { parseArgs } from 'node:util'
import { StartError } from '@partner-platform/settings'
import { formatTable, toRow } from './format-table.ts'

const usage = `Usage: npx pnpm@12 demo

Makes one round trip between the server and the receiver, in memory and on free ports. Exits with 1 if a step
breaks the contract.`

try {
  const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } })
  if (values.help) {
    console.log(usage)
    process.exit()
  }
  // Only now: they take a second to load.
  const { makeRoundTrip } = await import('./round-trip.ts')
  const { startPlatform } = await import('./start-platform.ts')
  const platform = await startPlatform({
    ...{ SERVER_PORT: 0, OPERATOR_PORT: 0, RECEIVER_PORT: 0, INBOX_PORT: 0 },
    ...{ DATA_FOLDER: null, RECEIVER_DATA_FOLDER: null },
  })
  const steps = await makeRoundTrip(platform).finally(() => platform.close())
  console.log(`\n${formatTable(steps.map(toRow))}\n`)
  if (!steps.every(({ ok }) => ok)) process.exitCode = 1
} catch (error) {
  const isFlag = (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS')
  if (!isFlag && !(error instanceof StartError)) throw error
  console.error(isFlag ? usage : (error as Error).message)
  process.exitCode = isFlag ? 2 : 1
}
