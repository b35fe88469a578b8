/**
 * What this package uses of `@partner-platform/codegen`, for the build alone: codegen is private and no
 * part of any tarball, so its code is bundled, and its own types cannot be named there. The typecheck
 * (tsconfig.json) reads the real ones.
 */
export interface Location {
  file: string
  pointer: string
}

interface Part {
  schema: string | null
}

interface Body {
  schema: string
}

interface NamedSchema {
  name: string
  location: Location
}

export interface Contract {
  schemas: NamedSchema[]
  operations: {
    id: string
    location: Location
    parameters: Part[]
    requestBody: Body | null
    responses: { body: Body | null; headers: Part[] }[]
  }[]
  messages: { id: string; payload: string; headers: Part[]; location: Location }[]
  constants: { name: string; location: Location }[]
}

export interface Problem {
  location: Location
  message: string
}

export class ContractError extends Error {
  readonly problems: readonly Problem[]
}

interface Documents {
  openapi?: readonly string[]
  asyncapi?: readonly string[]
  cwd?: string
}

export type Reader = (value: unknown) => { value: unknown; findings: { keyword: string }[] | null }

export function bundleContract(documents: Documents): Contract
export function createReaders(schemas: readonly NamedSchema[]): Map<string, Reader>
export function formatProblem(problem: Problem): string
export function generate(documents: Documents): Promise<{ path: string; content: string }[]>
