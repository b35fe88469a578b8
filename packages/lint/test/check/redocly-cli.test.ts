import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@partner-platform/harness'
import { describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { checkDocuments } from '../../src/check/check-documents.ts'
import { toDocuments } from '../../src/check/check-tools.ts'
import { listParts } from '../../src/contract/references.ts'
import type { Specs } from '../../src/contract/specs.ts'
import { bundleDocument, lintDocument, plainMessage } from '../../src/redocly/ask-redocly.ts'
import { runRedoclyCli } from '../../src/redocly/run-redocly-cli.ts'
import { contract, makeEdits, specsFolder } from '../broken-copy.ts'
import { contradictions } from '../rows/contradictions.ts'
import { rows } from '../rows/rows.ts'

type Report = { problems: { ruleId: string; message: string; location: Location[] }[] }
type Location = { source: { ref: string }; pointer?: string }

/** A document with its rules, as Redocly reads it. */
type Document = { id: string; specs: Specs; files: Readonly<Record<string, string>> }

/** Every document of the contract and of the broken contracts that reaches Redocly, once each. */
const documents = new Map<string, Document>()
const broken = [...contradictions, ...Object.values(rows).flat()]
for (const specs of [contract, ...broken.map(([, edits]) => makeEdits(edits))]) {
  if (checkDocuments(specs).length > 0) continue
  for (const id of ['openapi', 'asyncapi', 'operator']) {
    const names = [...listParts(specs, `${id}.yaml`), 'redocly.yaml']
    const textOf = (name: string) => Buffer.from(specs.bytes.get(name) ?? []).toString()
    const files = Object.fromEntries(names.map((name) => [name, textOf(name)]))
    documents.set(JSON.stringify([id, files]), { id, specs, files })
  }
}
const config = contract.files.get('redocly.yaml')?.text ?? ''
const [sound, wrong] = [true, false].map((isSound) =>
  [...documents.values()].filter(({ files }) => (files['redocly.yaml'] === config) === isSound),
) as [Document[], Document[]]

async function runCli(folder: string, apis: string[]) {
  const options = ['--format=json', '--lint-config=error', '--max-problems=1000000']
  const { stdout, stderr } = await runRedoclyCli(['lint', ...apis, ...options], { cwd: folder })
  const reports = stdout.split(/(?<=^\})(?=\{$)/m).filter(Boolean)
  return { reports: reports.map((text) => JSON.parse(text) as Report), stderr }
}

const linesOnCommandLine = ({ problems }: Report, folder: string) =>
  problems.map(({ ruleId, message, location: [place] }) => {
    const file = place?.source.ref.slice(folder.length)
    return `${ruleId} ${file}${place?.pointer ?? '#'} ${plainMessage(message)}`
  })

async function linesInProcess({ id, specs }: Document): Promise<string[]> {
  const { problems } = await lintDocument(id, toDocuments(specs))
  return problems.map(({ rule, file, pointer, message }) => `${rule} ${file}${pointer} ${message}`)
}

/**
 * The known differences: the CLI is newer, and reports properties and items beside any other type. The check
 * reports them by the rule dialect/other-type, and an unknown type by struct.
 */
const knownDifferences = [
  ['agent.yaml#/properties', 'objekt', 'properties'],
  ['agent.yaml#/properties', 'string', 'properties'],
  ['country-list.yaml#/properties/result/items', 'integer', 'items'],
].map(
  ([place, type, keyword]) =>
    `+ no-schema-type-mismatch schemas/${place} Schema type mismatch: '${type}' type should not contain '${keyword}' field.`,
)

describe('Redocly in process and the Redocly CLI bundle the same', () => {
  it.each(['openapi', 'asyncapi', 'operator'])('%s', async (id) => {
    const output = join(temporaryFolder(), `${id}.json`)
    const { stderr } = await runRedoclyCli(['bundle', id, '--output', output], { cwd: specsFolder })
    expect(existsSync(output), stderr).toBe(true)
    expect(await bundleDocument(id, toDocuments(contract))).toEqual(
      JSON.parse(readFileSync(output, 'utf8')),
    )
  })
})

describe('Redocly in process and the Redocly CLI find the same', () => {
  it('in every document', { timeout: 170_000 }, async () => {
    const settings = parse(config)
    const apis: Record<string, unknown> = {}
    const written: Record<string, string> = {}
    for (const [index, { id, files }] of sound.entries()) {
      for (const [file, text] of Object.entries(files)) written[`${index}/${file}`] = text
      apis[`document-${index}`] = { ...settings.apis[id], root: `${index}/${id}.yaml` }
    }
    written['redocly.yaml'] = stringify({ ...settings, apis })
    const folder = temporaryFolder(written)
    const { reports, stderr } = await runCli(folder, Object.keys(apis))
    expect(reports.length, stderr.slice(-2000)).toBe(sound.length)
    const different: string[] = []
    for (const [index, document] of sound.entries()) {
      const cli = linesOnCommandLine(reports[index] as Report, `${index}/`)
      const here = await linesInProcess(document)
      different.push(
        ...cli.filter((line) => !here.includes(line)).map((line) => `+ ${line}`),
        ...here.filter((line) => !cli.includes(line)).map((line) => `- ${line}`),
      )
    }
    expect(different.sort()).toEqual(knownDifferences)
    expect(reports.filter(({ problems }) => problems.length > 0).length).toBeGreaterThan(30)
  })

  it('in settings that are wrong', { timeout: 60_000 }, async () => {
    const openapi = wrong.filter(({ id }) => id === 'openapi')
    expect(openapi.length).toBeGreaterThan(4)
    for (const { id, specs, files } of openapi) {
      const { reports, stderr } = await runCli(temporaryFolder(files), [id])
      const report = await lintDocument(id, toDocuments(specs)).catch(() => undefined)
      if (report?.settings.length === 0) continue
      expect(reports).toEqual([])
      for (const { message } of report?.settings ?? [])
        expect(plainMessage(stderr)).toContain(message)
    }
  })
})
