import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runRedoclyCli } from '@partner-platform/lint/redocly-cli'
import { afterAll, beforeAll } from 'vitest'
import type { Har } from '../http/exchange.ts'

/** A temporary folder that is there for the tests of the file, and not for who only lists them. */
export function useFolder(): string {
  const folder = join(tmpdir(), `proof-${randomUUID()}`)
  beforeAll(() => void mkdirSync(folder))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

type WorkflowsOptions = {
  /** An Arazzo document. */
  file: string
  inputs: Readonly<Record<string, string>>
  /** Where each source description of it is served. */
  servers: Readonly<Record<string, string>>
  /** For what it writes. */
  folder: string
}

type WorkflowsEnd = {
  ok: boolean
  /** For people. */
  output: string
  /** `workflow/step`, in their order, with the status of the last answer. */
  steps: [name: string, status: number][]
  /** What went over the wire, keys masked. */
  har: Har
}

/** `redocly respect`: executes an Arazzo document against servers that run. */
export async function runWorkflows({
  file,
  inputs,
  servers,
  folder,
}: WorkflowsOptions): Promise<WorkflowsEnd> {
  const [har, log] = [join(folder, 'respect.har'), join(folder, 'respect.json')]
  const { exitCode, stdout, stderr } = await runRedoclyCli(
    [
      ...['respect', file, '--input', JSON.stringify(inputs)],
      ...[
        '--server',
        Object.entries(servers)
          .map((one) => one.join('='))
          .join(),
      ],
      ...['--har-output', har, '--json-output', log, '--max-fetch-timeout', '20000'],
    ],
    { cwd: folder },
  )
  return {
    ok: exitCode === 0,
    output: stdout + stderr,
    steps: toSteps(JSON.parse(readFileSync(log, 'utf8'))),
    har: JSON.parse(readFileSync(har, 'utf8')),
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

const toSteps = ({ files }: Log): WorkflowsEnd['steps'] =>
  Object.values(files).flatMap(({ executedWorkflows }) => executedWorkflows.flatMap(flatten))

function flatten({ workflowId, stepId, response, executedSteps }: Run): WorkflowsEnd['steps'] {
  if (executedSteps) return executedSteps.flatMap(flatten)
  return [[`${workflowId}/${stepId}`, response?.statusCode ?? 0]]
}
