import { StartError } from '@partner-platform/settings'
import { formatTable, toRow } from './format-table.ts'
import { makeRoundTrip } from './round-trip.ts'
import { startPlatform } from './start-platform.ts'

try {
  const platform = await startPlatform({
    ports: { server: 0, operator: 0, receiver: 0 },
    dataFolder: null,
  })
  const steps = await makeRoundTrip(platform).finally(() => platform.close())
  console.log(`\n${formatTable(steps.map(toRow))}\n`)
  if (!steps.every(({ ok }) => ok)) process.exitCode = 1
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
