import { bundleWithLocations, type LocatedContract } from './bundle/bundle-contract.ts'
import { compareText } from './bundle/claim-names.ts'
import { ContractError, formatProblem } from './errors.ts'
import type { GeneratedFile } from './generated-file.ts'
import type { Contract } from './model.ts'
import { emitIndex } from './output/emit-index.ts'
import { withHeaderLine } from './output/header-line.ts'
import { locateProblems } from './report.ts'

/** What can be emitted, in the order in which it is. */
export const emitterNames = ['types', 'constants', 'validators', 'guards'] as const

export type EmitterName = (typeof emitterNames)[number]

/** What to generate from what. */
export interface GenerateOptions {
  /** OpenAPI 3.0 and 3.1 documents, paths relative to `cwd`. */
  openapi?: readonly string[]
  /** AsyncAPI 2 and 3 documents, paths relative to `cwd`. */
  asyncapi?: readonly string[]
  /** @default all of `emitterNames` */
  emit?: readonly EmitterName[]
  /** The module that validators and guards import the types from. @default './types.ts' */
  typesModule?: string
  /** @default process.cwd() */
  cwd?: string
  /** Called with each line of what validators carry in part, such as a format without a check. */
  onNotice?: (notice: string) => void
}

/**
 * The generated files, held in memory, sorted by path: the same bytes for the same documents, wherever
 * they lie. Throws a `ContractError` that holds every problem of the documents.
 */
export async function generate({
  emit = emitterNames,
  typesModule = './types.ts',
  onNotice = () => {},
  ...documents
}: GenerateOptions): Promise<GeneratedFile[]> {
  const { contract, locate } = bundleWithLocations(documents)
  const options = { emit: new Set(emit), typesModule, onNotice, locate }
  const files = await emitAll(contract, options).catch((error) => {
    throw error instanceof ContractError ? locateProblems(error.problems, locate) : error
  })
  return [...files, emitIndex(files)]
    .map((file) => withHeaderLine(file, contract.sources))
    .toSorted((a, b) => compareText(a.path, b.path))
}

interface EmitOptions {
  emit: ReadonlySet<EmitterName>
  typesModule: string
  onNotice: (notice: string) => void
  locate: LocatedContract['locate']
}

/** Each emitter is loaded when it is asked for: two of them bring a compiler with them. */
async function emitAll(
  contract: Contract,
  { emit, ...options }: EmitOptions,
): Promise<GeneratedFile[]> {
  const files: GeneratedFile[] = []
  if (emit.has('types')) {
    const { emitTypes } = await import('./types/emit-types.ts')
    files.push(...emitTypes(contract))
  }
  if (emit.has('constants')) {
    const { emitConstants } = await import('./constants/emit-constants.ts')
    files.push(emitConstants(contract))
  }
  if (emit.has('validators')) files.push(...(await emitChecked(contract, options)))
  if (emit.has('guards')) {
    const { emitGuards } = await import('./guards/emit-guards.ts')
    files.push(emitGuards(contract, options))
  }
  return files
}

async function emitChecked(
  contract: Contract,
  { typesModule, onNotice, locate }: Omit<EmitOptions, 'emit'>,
): Promise<GeneratedFile[]> {
  const { checkSchemas } = await import('./validators/check-schemas.ts')
  const { emitValidators } = await import('./validators/emit-validators.ts')
  const files = await emitValidators(contract, { typesModule })
  for (const notice of checkSchemas(contract, { locate }).notices) onNotice(formatProblem(notice))
  return files
}
