import { docsFolder, serveDocs } from '@partner-platform/docs'
import { operations, securitySchemes } from '@partner-platform/types'
import { formatTable, toRow } from './format-table.ts'
import { explainListenError, readPorts } from './ports.ts'
import { makeRoundTrip } from './round-trip.ts'
import { run } from './run.ts'
import { startPlatform } from './start-platform.ts'

await run(async () => {
  const ports = readPorts(process.env)
  const docs = await serveDocs({ folder: docsFolder, port: ports.docs }).catch((error) => {
    throw explainListenError('docs', ports.docs, error)
  })
  const platform = await startPlatform(ports).catch((error) => {
    docs.close()
    throw error
  })
  const stop = async () => {
    docs.close()
    docs.closeAllConnections()
    await platform.close()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)

  const steps = await makeRoundTrip(platform)
  const address = docs.address()
  const docsPort = typeof address === 'object' && address !== null ? address.port : ports.docs
  const countries = `${platform.serverUrl}${operations.listCountries.path}`
  console.log(`
${formatTable(steps.map(toRow))}

${formatTable([
  ['server', countries],
  ['receiver', `${platform.receiverUrl}/inbox`],
  ['docs', `http://127.0.0.1:${docsPort}/`],
])}

  Try it:  curl -H '${securitySchemes.apiKeyHeader.name}: ${platform.apiKey}' ${countries}

  Ctrl-C stops everything.
`)
})
