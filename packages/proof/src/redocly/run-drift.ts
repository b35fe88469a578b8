import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { specsFolder } from '@partner-platform/fixtures/tables'
import { temporaryFolder } from '@partner-platform/harness'
import { runRedoclyCli } from '@partner-platform/lint/redocly-cli'
import { below, type Document, follow, nodeAt, operationsOf, responsesOf } from '../document.ts'
import type { Har } from '../http/exchange.ts'

type DriftProblem = {
  ruleId: string
  message: string
  target: 'request' | 'response'
  /** The status of the first exchange that has it. */
  status: number
}

type DriftReport = {
  exchanges: number
  problems: DriftProblem[]
  /** Percent and what no exchange showed, such as `response 304` or `property 200 result[].name`. */
  coverage: { covered: number; missing: string[] }
}

/**
 * What the document tells in words and drift cannot know: headers that any caller may send. It counts
 * `x-api-key` among them, though a security scheme declares it.
 */
const ignored = ['x-api-key', 'origin', 'cookie', 'user-agent', 'accept*', 'host']

/** `redocly drift`: an HTTP archive of traffic with the server at `url`, against the OpenAPI document. */
export async function runDrift(har: Har, url: string): Promise<DriftReport> {
  const folder = temporaryFolder()
  const [traffic, report, coverage] = ['traffic.har', 'drift.json', 'coverage.json'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  writeFileSync(traffic, JSON.stringify(har))
  const { stdout, stderr } = await runRedoclyCli(
    [
      ...['drift', traffic, '--api', 'openapi.yaml', '--server', url, '--traffic-format', 'har'],
      ...['--ignore-headers', ignored.join(), '--format', 'json', '--output', report],
      ...['--coverage-output', coverage],
    ],
    { cwd: specsFolder },
  )
  const output = stdout + stderr
  // It exits with 1 for findings, which are a result, and for its own failures, which write no report.
  const { run, problems } = readReport<{
    run: { totalExchanges: number }
    problems: DriftProblem[]
  }>(report, output)
  return {
    exchanges: run.totalExchanges,
    problems,
    coverage: toCoverage(readReport(coverage, output)),
  }
}

function readReport<T>(file: string, output: string): T {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    throw new Error(`redocly drift wrote no report: ${output}`, { cause })
  }
}

type Item = { kind: string; [more: string]: string }
type Coverage = { operations: { operationId: string; covered: Item[]; missing: Item[] }[] }

const toCoverage = ({ operations }: Coverage): DriftReport['coverage'] => ({
  covered: operations.reduce((sum, { covered }) => sum + covered.length, 0),
  missing: operations.flatMap(({ missing }) =>
    missing.map(({ kind, status, path, name }) =>
      [kind, status, path, name].filter(Boolean).join(' '),
    ),
  ),
})

/** How many things traffic can show of a document: operations, parameters, statuses, properties of bodies. */
export function itemsOf(document: Document): number {
  type Node = { parameters?: unknown[]; content?: object; items?: object } & Record<string, object>
  const node = (place: string) => nodeAt(document, place) as Node
  const keysOf = (place: string, key: string) => Object.keys(node(place)[key] ?? {})
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
  const propertiesAt = (start: string): number => {
    const place = follow(document, start)
    const inner = ['properties', 'allOf'].flatMap((key) =>
      keysOf(place, key).map((name) => {
        return Number(key === 'properties') + propertiesAt(below(place, key, name))
      }),
    )
    return sum(inner) + (node(place).items ? propertiesAt(below(place, 'items')) : 0)
  }
  const propertiesOf = (place: string) =>
    sum(
      keysOf(place, 'content').map((type) => propertiesAt(below(place, 'content', type, 'schema'))),
    )
  const operations = operationsOf(document).map(({ place }) => {
    const { parameters = [], requestBody } = node(place)
    const ofBody = requestBody ? propertiesOf(follow(document, below(place, 'requestBody'))) : 0
    return 1 + parameters.length + ofBody
  })
  const responses = responsesOf(document).map(({ place }) => 1 + propertiesOf(place))
  return sum([...operations, ...responses])
}
