import { fileURLToPath } from 'node:url'
import { runWorkflows } from '../redocly/run-workflows.ts'
import type { Platform } from '../world/open-platform.ts'

const file = fileURLToPath(
  import.meta.resolve('@partner-platform/specs/workflows/list-countries.arazzo.yaml'),
)

type Inputs = Partial<Record<'apiKey' | 'otherEnvironmentKey' | 'revokedKey', string>>

/** Runs the workflow of the contract against the platform, with the keys that it asks for or with others. */
export async function runCountriesWorkflow(
  platform: Platform,
  { folder, changed = {} }: { folder: string; changed?: Inputs },
) {
  const revoked = await platform.createKey()
  await platform.revokeKey(revoked.id)
  const inputs = {
    apiKey: (await platform.createKey()).key,
    otherEnvironmentKey: (await platform.createKey('staging')).key,
    revokedKey: revoked.key,
    ...changed,
  }
  return runWorkflows({ file, inputs, servers: { platform: platform.url }, folder })
}
