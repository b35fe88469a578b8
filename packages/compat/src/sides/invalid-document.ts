import { ContractError, formatProblem } from '../codegen/codegen.ts'
import { CompatError } from '../errors.ts'

/** What codegen cannot take of the documents of a side as one line; any other error as it is. */
export function toInvalidDocument(error: unknown, label: string): unknown {
  if (!(error instanceof ContractError)) return error
  const [first] = error.problems
  const more = error.problems.length > 1 ? ` (and ${error.problems.length - 1} more)` : ''
  const text = first === undefined ? error.message : formatProblem(first)
  return new CompatError('document-invalid', `${label} is invalid${more}: ${text}`, {
    cause: error,
  })
}
