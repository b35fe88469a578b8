import type { ParseResult } from './issue.ts'

/** A schema object that other libraries can validate with, by the Standard Schema convention, version 1. */
export interface StandardSchema<T> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: 'contract-codegen'
    /** The value itself when it passes, never a copy; else at least one issue. */
    readonly validate: (value: unknown) => StandardResult<T>
    readonly types?: { readonly input: T; readonly output: T } | undefined
  }
}

export type StandardResult<T> =
  | { readonly value: T; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string; readonly path: readonly string[] }[] }

/** A Standard Schema object of what `parse` accepts. */
export function createStandardSchema<T>(
  parse: (value: unknown) => ParseResult<T>,
): StandardSchema<T> {
  return {
    '~standard': {
      version: 1,
      vendor: 'contract-codegen',
      validate: (value) => toStandard(parse(value)),
    },
  }
}

function toStandard<T>(result: ParseResult<T>): StandardResult<T> {
  if (result.ok) return { value: result.value }
  return { issues: result.issues.map(({ message, path }) => ({ message, path: segmentsOf(path) })) }
}

/** The names and indexes that a JSON Pointer goes through. */
function segmentsOf(pointer: string): string[] {
  const [, ...segments] = pointer.split('/')
  return segments.map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
}
