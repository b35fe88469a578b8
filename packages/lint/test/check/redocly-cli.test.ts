import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse, stringify } from 'yaml'
import { checkDocuments } from '../../src/check/check-documents.ts'
import { toDocuments } from '../../src/check/check-redocly.ts'
import { listParts } from '../../src/contract/references.ts'
import type { Specs } from '../../src/contract/specs.ts'
import { lintDocument } from '../../src/redocly/ask-redocly.ts'
import { runRedoclyCli } from '../../src/redocly/run-redocly-cli.ts'
import { makeEdits } from '../broken-copy.ts'
import { contradictions } from '../contradiction-rows.ts'
import { boundsRows } from '../rows/bounds-rows.ts'
import { dialectRows, extensionRows, inlineRows } from '../rows/dialect-rows.ts'
import { documentRows } from '../rows/documents-rows.ts'
import { caseRows, exampleRows, shownRows } from '../rows/examples-rows.ts'
import { ledgerRows } from '../rows/ledger-rows.ts'
import { operatorRows } from '../rows/operator-rows.ts'
import { adviceRows, configRows } from '../rows/redocly-rows.ts'
import { referenceRows } from '../rows/references-rows.ts'
import { asyncApiRows, openApiRows, schemaRows } from '../rows/tools-rows.ts'

/** Every broken contract in the tests of `specs`. */
const broken = [
  ...contradictions.map(([, edit]) => [edit]),
  ...[
    ...[boundsRows, dialectRows, extensionRows, inlineRows, documentRows, caseRows, exampleRows],
    ...[shownRows, operatorRows, adviceRows, configRows, ...Object.values(ledgerRows)],
    ...[referenceRows, asyncApiRows, openApiRows, schemaRows],
  ].flatMap((rows) => rows.map(({ edits }) => edits)),
].map(makeEdits)

const ids = ['openapi', 'asyncapi', 'operator']

type Report = { problems: { ruleId: string; message: string; location: Location[] }[] }
type Location = { source: { ref: string }; pointer?: string }

/** A document with its rules, as Redocly reads it. */
type Document = { id: string; specs: Specs; files: ReadonlyMap<string, string> }

/** Every document that reaches Redocly, once. */
function listDocuments(): Document[] {
  const documents = new Map<string, Document>()
  for (const specs of [makeEdits([]), ...broken]) {
    if (checkDocuments(specs).length > 0) continue
    for (const id of ids) {
      const names = [...listParts(specs, `${id}.yaml`), 'redocly.yaml']
      const files = new Map(
        names.map((name) => [name, Buffer.from(specs.bytes.get(name) ?? []).toString()]),
      )
      documents.set(JSON.stringify([id, ...files]), { id, specs, files })
    }
  }
  return [...documents.values()]
}

function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'redocly-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

function write(folder: string, files: ReadonlyMap<string, string>): void {
  for (const [file, text] of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
}

async function runCli(folder: string, apis: string[]) {
  const options = ['--format=json', '--lint-config=error', '--max-problems=1000000']
  const { stdout, stderr } = await runRedoclyCli(['lint', ...apis, ...options], { cwd: folder })
  const reports = stdout.split(/(?<=^\})(?=\{$)/m).filter(Boolean)
  return { reports: reports.map((text) => JSON.parse(text) as Report), stderr }
}

const plain = (message: string) =>
  message
    .replaceAll('`', '')
    .replaceAll(/\s*\n\s*(- )?/g, ' ')
    .trim()

const lines = ({ problems }: Report, folder: string) =>
  problems
    .map(({ ruleId, message, location: [place] }) => {
      const file = place?.source.ref.slice(folder.length)
      return `${ruleId} ${file}${place?.pointer ?? '#'} ${plain(message)}`
    })
    .sort()

async function linesInProcess({ id, specs }: Document): Promise<string[]> {
  const { problems } = await lintDocument(id, toDocuments(specs))
  return problems
    .map(({ rule, file, pointer, message }) => `${rule} ${file}${pointer} ${message}`)
    .sort()
}

const sound = makeEdits([]).files.get('redocly.yaml')?.text ?? ''

/**
 * The known differences: the CLI is newer, and reports properties and items beside any other type. The check
 * reports them by the rule dialect/other-type, and an unknown type by struct.
 */
const mismatch = (place: string, type: string, keyword: string) =>
  `+ no-schema-type-mismatch schemas/${place} Schema type mismatch: '${type}' type should not contain '${keyword}' field.`
const knownDifferences = [
  mismatch('agent.yaml#/properties', 'objekt', 'properties'),
  mismatch('agent.yaml#/properties', 'string', 'properties'),
  mismatch('country-list.yaml#/properties/result/items', 'integer', 'items'),
]

describe('Redocly in process and the Redocly CLI find the same', () => {
  it('in every document', { timeout: 170_000 }, async () => {
    const all = listDocuments().filter(({ files }) => files.get('redocly.yaml') === sound)
    const folder = openFolder()
    const config = parse(sound)
    const apis: Record<string, unknown> = {}
    for (const [index, { id, files }] of all.entries()) {
      write(join(folder, `${index}`), files)
      apis[`document-${index}`] = { ...config.apis[id], root: `${index}/${id}.yaml` }
    }
    writeFileSync(join(folder, 'redocly.yaml'), stringify({ ...config, apis }))
    const { reports, stderr } = await runCli(folder, Object.keys(apis))
    expect(reports.length, stderr.slice(-2000)).toBe(all.length)
    let refused = 0
    const different: string[] = []
    for (const [index, document] of all.entries()) {
      const onCommandLine = lines(reports[index] as Report, `${index}/`)
      const inProcess = await linesInProcess(document)
      if (onCommandLine.length > 0) refused += 1
      different.push(
        ...onCommandLine.filter((line) => !inProcess.includes(line)).map((line) => `+ ${line}`),
        ...inProcess.filter((line) => !onCommandLine.includes(line)).map((line) => `- ${line}`),
      )
    }
    expect(different.sort()).toEqual(knownDifferences)
    expect(refused).toBeGreaterThan(30)
  })

  it('in settings that are wrong', { timeout: 60_000 }, async () => {
    const all = listDocuments().filter(
      ({ id, files }) => id === 'openapi' && files.get('redocly.yaml') !== sound,
    )
    expect(all.length).toBeGreaterThan(4)
    for (const { id, specs, files } of all) {
      const folder = openFolder()
      write(folder, files)
      const { reports, stderr } = await runCli(folder, [id])
      const { settings } = await lintDocument(id, toDocuments(specs)).catch(() => ({
        settings: undefined,
      }))
      if (settings?.length === 0) continue
      expect(reports).toEqual([])
      for (const { message } of settings ?? []) expect(plain(stderr)).toContain(message)
    }
  })
})
