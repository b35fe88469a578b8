import type { Location } from '../model.ts'
import type { Report } from '../report.ts'
import type { Dialect } from './node.ts'

const FORMATS: [RegExp, Dialect][] = [
  [/^application\/vnd\.aai\.asyncapi(\+(json|yaml))?;\s*version=[23]\./, 'draft-07'],
  [/^application\/schema(\+(json|yaml))?;\s*version=draft-0[67]/, 'draft-07'],
  [/^application\/schema(\+(json|yaml))?;\s*version=(draft\/)?20(19-09|20-12)/, '2020-12'],
  [/^application\/vnd\.oai\.openapi(\+(json|yaml))?;\s*version=3\.0/, 'openapi-3.0'],
  [/^application\/vnd\.oai\.openapi(\+(json|yaml))?;\s*version=3\.1/, '2020-12'],
]

/** The dialect behind a `schemaFormat`; undefined after one that is no JSON Schema went to the report. */
export function dialectOfFormat(
  format: string,
  { location, report }: { location: Location; report: Report },
): Dialect | undefined {
  const dialect = FORMATS.find(([pattern]) => pattern.test(format))?.[1]
  if (dialect === undefined) {
    const message = `the schema is written in '${format}', which is not JSON Schema. Write it in 'application/schema+json;version=draft-07', or leave the message out.`
    report.add('schema-format', location, message)
  }
  return dialect
}
