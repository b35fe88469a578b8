import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '@partner-platform/harness'
import { runRedoclyCli } from '@partner-platform/lint/redocly-cli'
import type { Platform } from '@partner-platform/server/testing'

type WorkflowsOptions = {
  /** An Arazzo document. */
  file: string
  inputs: Readonly<Record<string, string>>
  /** Where each source description of it is served. */
  servers: Readonly<Record<string, string>>
}

/**
 * `redocly respect`: executes an Arazzo document against running servers. Returns `workflow/step` of each
 * step, in order, with the status of its last answer.
 */
export async function runWorkflows({ file, inputs, servers }: WorkflowsOptions) {
  const folder = temporaryFolder()
  const log = join(folder, 'respect.json')
  const places = Object.entries(servers).map((one) => one.join('='))
  const { exitCode, stdout, stderr } = await runRedoclyCli(
    [
      ...['respect', file, '--input', JSON.stringify(inputs), '--server', places.join()],
      ...['--json-output', log, '--max-fetch-timeout', '20000'],
    ],
    { cwd: folder },
  )
  const { files } = JSON.parse(readFileSync(log, 'utf8')) as Log
  return {
    ok: exitCode === 0,
    output: stdout + stderr,
    steps: Object.values(files).flatMap((one) => one.executedWorkflows.flatMap(toSteps)),
  }
}

/** A step, or what a `goto` of one ran. */
type Run = {
  stepId?: string
  workflowId: string
  response?: { statusCode: number }
  executedSteps?: Run[]
}
type Log = { files: Record<string, { executedWorkflows: Run[] }> }

function toSteps({ workflowId, stepId, response, executedSteps }: Run): [string, number][] {
  if (executedSteps) return executedSteps.flatMap(toSteps)
  return [[`${workflowId}/${stepId}`, response?.statusCode ?? 0]]
}

const countriesFile = fileURLToPath(
  import.meta.resolve('@partner-platform/specs/workflows/list-countries.arazzo.yaml'),
)

/** Runs the workflow of the contract against the platform, with the keys that it asks for or with others. */
export async function runCountriesWorkflow(
  platform: Platform,
  changed: Readonly<Record<string, string>> = {},
) {
  const revoked = await platform.createKey()
  await platform.revokeKey(revoked.id)
  const inputs = {
    apiKey: (await platform.createKey()).key,
    otherEnvironmentKey: (await platform.createKey('staging')).key,
    revokedKey: revoked.key,
    ...changed,
  }
  return runWorkflows({ file: countriesFile, inputs, servers: { platform: platform.url } })
}
