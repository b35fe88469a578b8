import {
  casesFile,
  type ExampleFile,
  type ExampleFolder,
  exampleFolders,
  listExamples,
  readCases,
} from '../contract/example-cases.ts'
import { nearestName } from '../contract/nearest-name.ts'
import { isRecord } from '../contract/pointer.ts'
import type { Finding, Problem } from '../contract/problem.ts'
import type { SourceText } from '../contract/source-text.ts'
import type { Specs } from '../contract/specs.ts'
import { createReferee, type Form, type Issue } from './referee.ts'

/** Examples in unknown places, schemas without examples, and cases that do not match the files. */
export function checkCases(specs: Specs): Problem[] {
  const examples = listExamples(specs)
  const names = [...specs.files.keys()].flatMap(
    (path) => /^schemas\/(.+)\.yaml$/.exec(path)?.[1] ?? [],
  )
  const schemas = new Set([
    ...examples.map(({ schema }) => schema),
    ...[...specs.bytes.keys()].flatMap((file) => /^examples\/([^/]+)\//.exec(file)?.[1] ?? []),
  ])
  return [
    ...examples.flatMap((example) => checkPlace(example, names)),
    ...checkCoverage(specs, examples),
    ...[...schemas].flatMap((schema) =>
      checkSchemaCases(
        specs,
        schema,
        examples.filter((example) => example.schema === schema),
      ),
    ),
  ]
}

const wholeFile = (file: string, finding: Finding): Problem => ({
  file,
  line: 1,
  column: 1,
  pointer: '#',
  ...finding,
})

function checkPlace({ file, schema, folder }: ExampleFile, schemas: readonly string[]): Problem[] {
  const rule = 'examples/misplaced'
  if (!schemas.includes(schema)) {
    const near = nearestName(schema, schemas)
    const message = `There is no schemas/${schema}.yaml for this example.`
    return [
      wholeFile(file, {
        rule,
        message,
        fix: `Move it to examples/${near ?? '<schema>'}/${folder}/.`,
      }),
    ]
  }
  if (!(exampleFolders as readonly string[]).includes(folder)) {
    const near = nearestName(folder, exampleFolders)
    const message = `Folder ${folder} is none of ${exampleFolders.join(', ')}.`
    return [
      wholeFile(file, { rule, message, fix: `Move it to examples/${schema}/${near ?? 'valid'}/.` }),
    ]
  }
  if (file.endsWith('.json')) return []
  return [
    wholeFile(file, { rule, message: 'An example is a .json file.', fix: 'Rename or move it.' }),
  ]
}

function checkCoverage({ files }: Specs, examples: ExampleFile[]): Problem[] {
  return [...files.values()].flatMap((source) => {
    const [, schema] = /^schemas\/(.+)\.yaml$/.exec(source.file) ?? []
    if (schema === undefined) return []
    return (['valid', 'invalid'] as const)
      .filter((folder) => !examples.some((one) => one.schema === schema && one.folder === folder))
      .map((folder) =>
        source.problem([], {
          rule: 'examples/missing',
          message: `This schema has no ${folder} example.`,
          fix: `Add examples/${schema}/${folder}/<case>.json and its entry in ${casesFile(schema)}.`,
        }),
      )
  })
}

function checkSchemaCases(specs: Specs, schema: string, examples: ExampleFile[]): Problem[] {
  const source = specs.files.get(casesFile(schema))
  if (!source || !isRecord(source.value)) {
    const message = 'Nothing says what these examples show.'
    const fix = 'Write one entry per file: <folder>/<name>: { says, rule, path, keyword }.'
    return [wholeFile(casesFile(schema), { rule: 'cases/missing', message, fix })]
  }
  const cases = readCases(specs, schema)
  const names = new Map(examples.map((one) => [`${one.folder}/${one.name}`, one]))
  const without = [...names].filter(([key]) => !Object.hasOwn(cases, key))
  return [
    ...without.map(([key, { file }]) =>
      wholeFile(file, {
        rule: 'cases/no-entry',
        message: `${casesFile(schema)} does not say what this example shows.`,
        fix: `Add this entry to it: ${toEntry(specs, file, schema, key)}`,
      }),
    ),
    ...Object.entries(cases).flatMap(([key, said]) => {
      if (!names.has(key)) return [source.problem([key], noFile(key, names.keys()), true)]
      return checkEntry(source, key, said)
    }),
  ]
}

/** The entry of an example, with its first issue where its folder asks for one. */
function toEntry(specs: Specs, file: string, schema: string, key: string): string {
  const said = `says: "<one sentence on what it shows>", rule: "<id of a statement or decision>"`
  const form = key.startsWith('tolerated/') ? 'sent' : 'received'
  const isWrong = /^(tolerated|invalid)\//.test(key)
  const [issue] = isWrong ? findIssues(specs, file, schema, form) : []
  const place = issue && `, path: ${JSON.stringify(issue.path)}, keyword: ${issue.keyword}`
  return `${key}: { ${said}${place ?? (isWrong ? ', path: …, keyword: …' : '')} }`
}

function findIssues(specs: Specs, file: string, schema: string, form: Form): Issue[] {
  try {
    const place = { file: `schemas/${schema}.yaml`, path: [] }
    return createReferee(specs)(place, specs.files.get(file)?.value, form)
  } catch {
    // The check of examples tells of a schema that does not compile.
    return []
  }
}

function noFile(key: string, names: Iterable<string>): Finding {
  const near = nearestName(key, names)
  return {
    rule: 'cases/no-file',
    message: `There is no ${key}.json for this entry.`,
    fix: near ? `Did you mean ${near}?` : `Add the file, or delete the entry.`,
  }
}

const isText = (value: unknown) => typeof value === 'string' && value !== ''
const isRule = (value: unknown) =>
  Array.isArray(value) ? value.length > 0 && value.every(isText) : isText(value)
const isPointer = (value: unknown) => typeof value === 'string' && /^(\/.*)?$/.test(value)

function checkEntry(source: SourceText, key: string, said: unknown): Problem[] {
  const rule = 'cases/shape'
  if (!isRecord(said)) {
    const message = `${key} is no object.`
    return [source.problem([key], { rule, message, fix: 'Write { says: …, rule: … }.' })]
  }
  const isWrong = (['tolerated', 'invalid'] as (ExampleFolder | undefined)[]).includes(
    key.split('/')[0] as ExampleFolder,
  )
  const fields: Record<string, [(value: unknown) => boolean, string]> = {
    says: [isText, 'one sentence on what the example shows'],
    rule: [isRule, "the id of a statement in quotes or of a decision, such as '5.4' or D-002"],
    ...(isWrong && {
      path: [isPointer, "the JSON Pointer of the first issue, such as /submission/visa or ''"],
      keyword: [isText, 'the keyword of the first issue, such as required'],
    }),
  }
  const wrong = Object.entries(fields).filter(([name, [is]]) => !is(said[name]))
  const unknown = Object.keys(said).filter((name) => !Object.hasOwn(fields, name))
  return [
    ...wrong.map(([name, [, wanted]]) =>
      source.problem([key, name], {
        rule,
        message: `${name} of ${key} is missing or wrong.`,
        fix: `Write ${name}: ${wanted}.`,
      }),
    ),
    ...unknown.map((name) =>
      source.problem(
        [key, name],
        { rule, message: `${key} has no use for ${name}.`, fix: `Delete ${name}.` },
        true,
      ),
    ),
  ]
}
