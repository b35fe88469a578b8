import { isRecord } from './pointer.ts'
import type { Specs } from './specs.ts'

export const exampleFolders = ['valid', 'tolerated', 'invalid', 'unparseable']

/** A file below `examples/`: `schema` is the name of a file in `schemas/`. */
export type ExampleFile = { file: string; schema: string; folder: string; name: string }

/** Every example, whatever its folder is called. */
export function listExamples({ bytes }: Specs): ExampleFile[] {
  return [...bytes.keys()].flatMap((file) => {
    const [, schema, folder, name] =
      /^examples\/([^/]+)\/([^/]+)\/(.+?)(?:\.json)?$/.exec(file) ?? []
    return schema && folder && name ? [{ file, schema, folder, name }] : []
  })
}

/** The schemas that have examples or cases. */
export const schemasShown = ({ bytes }: Specs): Set<string> =>
  new Set([...bytes.keys()].flatMap((file) => /^examples\/([^/]+)\//.exec(file)?.[1] ?? []))

/** The name of the schema in a file of `schemas/`. */
export const schemaName = (file: string): string | undefined =>
  /^schemas\/(.+)\.yaml$/.exec(file)?.[1]

export const casesFile = (schema: string) => `examples/${schema}/cases.yaml`

/** What `cases.yaml` says of a schema's examples, by `<folder>/<name>`; unchecked. */
export function readCases(specs: Specs, schema: string): Record<string, unknown> {
  const { unusable: _, ...cases } = readAll(specs, schema)
  return cases
}

/** Why a program cannot use an invalid example, by the path of its issue; unchecked. */
export function readReasons(specs: Specs, schema: string): Record<string, unknown> {
  const { unusable } = readAll(specs, schema)
  return isRecord(unusable) ? unusable : {}
}

function readAll({ files }: Specs, schema: string): Record<string, unknown> {
  const value = files.get(casesFile(schema))?.value
  return isRecord(value) ? value : {}
}
