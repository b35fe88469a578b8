import { relative } from 'node:path'
import type { Problem } from './problem.ts'
import type { Specs } from './specs.ts'
import { type Diagnostic, validateAsyncApi } from './validate-asyncapi.ts'

/** What the parser of AsyncAPI says of the document. */
export type ValidateAsyncApi = (specs: Specs) => Promise<Diagnostic[]>

/** Severities up to this one are problems; 2 and 3 are information and hints. */
const warning = 1

/**
 * What `asyncapi validate` finds. That 3.0.0 is not the latest version is information and no problem:
 * some readers of AsyncAPI refuse 3.1.
 */
export async function checkAsyncApi(
  specs: Specs,
  validate: ValidateAsyncApi = ({ folder }) => validateAsyncApi(folder),
): Promise<Problem[]> {
  if (!specs.files.has('asyncapi.yaml')) return []
  const diagnostics = await validate(specs).catch((error: Error) => error)
  if (diagnostics instanceof Error) {
    const message = `asyncapi validate did not run: ${diagnostics.message.split('\n')[0]}.`
    const fix = 'Run it by hand in this folder: npx asyncapi validate asyncapi.yaml.'
    const place = { file: 'asyncapi.yaml', line: 1, column: 1, pointer: '#' }
    return [{ ...place, rule: 'asyncapi/failed', message, fix }]
  }
  return diagnostics
    .filter(({ severity }) => severity <= warning)
    .map((diagnostic) => toProblem(specs, diagnostic))
}

function toProblem(specs: Specs, { code, path, message, range, source }: Diagnostic): Problem {
  const file = source ? relative(specs.folder, source).replaceAll('\\', '/') : 'asyncapi.yaml'
  const finding = {
    rule: `asyncapi/${code}`,
    message: `${message.replaceAll('"', '').replace(/\.$/, '')}.`,
    fix: fixes[code] ?? 'Change it to what AsyncAPI 3.0 has at this place.',
  }
  const text = specs.files.get(file)
  if (text && path.length > 0) return text.problem(path, finding)
  const { line, character } = range.start
  return { file, line: line + 1, column: character + 1, pointer: '#', ...finding }
}

const fixes: Record<string, string> = {
  'asyncapi-document-resolved':
    'Correct the part that is meant: an example of the message, a schema, or a field of AsyncAPI 3.0.',
  'asyncapi-document-unresolved': 'Change it to what AsyncAPI 3.0 has at this place.',
  'asyncapi3-operation-messages-from-referred-channel':
    'Refer to a message below the channel of the operation.',
  'invalid-ref': 'Name a file or a place that is there.',
}
