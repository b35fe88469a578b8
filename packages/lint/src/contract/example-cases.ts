import { isRecord } from './pointer.ts'
import type { Specs } from './specs.ts'

export const exampleFolders = ['valid', 'tolerated', 'invalid', 'unparseable'] as const
export type ExampleFolder = (typeof exampleFolders)[number]

/** A file below `examples/`: `schema` is the name of a file in `schemas/`. */
export type ExampleFile = { file: string; schema: string; folder: string; name: string }

/** Every example, whatever its folder is called. */
export function listExamples({ bytes }: Specs): ExampleFile[] {
  return [...bytes.keys()].flatMap((file) => {
    const [, schema, folder, name] = /^examples\/([^/]+)\/([^/]+)\/(.+)$/.exec(file) ?? []
    if (schema === undefined || folder === undefined || name === undefined) return []
    return [{ file, schema, folder, name: name.replace(/\.json$/, '') }]
  })
}

export const casesFile = (schema: string) => `examples/${schema}/cases.yaml`

/** What `cases.yaml` says of a schema's examples, by `<folder>/<name>`; unchecked. */
export function readCases({ files }: Specs, schema: string): Record<string, unknown> {
  const value = files.get(casesFile(schema))?.value
  return isRecord(value) ? value : {}
}
