import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { docsFolder, serveDocs } from '@partner-platform/docs'
import type { ValuesOf } from '@partner-platform/settings'
import { operations, securitySchemes } from '@partner-platform/types'
import { formatTable, toRow } from './format-table.ts'
import { explainListenError } from './ports.ts'
import { makeRoundTrip } from './round-trip.ts'
import { startPlatform } from './start-platform.ts'
import type { startSettings } from './start-settings.ts'

/** Brings everything up, makes one round trip, and tells what happened and where each thing is. */
export async function startAll(values: ValuesOf<typeof startSettings>) {
  const docs = await serveDocs({ folder: docsFolder, port: values.DOCS_PORT }).catch((error) => {
    throw explainListenError('DOCS_PORT', error)
  })
  const platform = await startPlatform({
    ports: {
      server: values.SERVER_PORT,
      operator: values.OPERATOR_PORT,
      receiver: values.RECEIVER_PORT,
      inbox: values.INBOX_PORT,
    },
    dataFolders: { server: values.DATA_FOLDER, receiver: values.RECEIVER_DATA_FOLDER },
  }).catch((error) => {
    docs.close()
    throw error
  })
  const close = async () => {
    docs.close()
    docs.closeAllConnections()
    await platform.close()
  }
  const steps = await makeRoundTrip(platform).catch(async (error) => {
    await close()
    throw error
  })
  const { port } = docs.address() as AddressInfo
  const countries = `${platform.serverUrl}${operations.listCountries.path}`
  const places = [
    ['server', countries],
    [
      'operator',
      `${platform.operatorUrl}/operator/v1/partners, token in ${join(values.DATA_FOLDER, 'operator-token')}`,
    ],
    ['receiver', platform.callbackUrl],
    ['inbox', platform.inboxUrl],
    ['docs', `http://127.0.0.1:${port}/`],
  ]
  const { name } = securitySchemes.apiKeyHeader
  return {
    lines: [
      '',
      formatTable(steps.map(toRow)),
      '',
      formatTable(places),
      '',
      `  Try it:  curl -H '${name}: ${platform.apiKey}' ${countries}`,
      '',
      '  Ctrl-C stops everything.',
      '',
    ],
    close,
  }
}
