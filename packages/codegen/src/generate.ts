import { compareText } from './bundle/claim-names.ts'
import { bundleWithLocations, type LocatedContract } from './bundle-contract.ts'
import { formatProblem, type Notice } from './errors.ts'
import type { GeneratedFile } from './generated-file.ts'
import type { Contract } from './model.ts'
import { emitFingerprint } from './output/emit-fingerprint.ts'
import { emitIndex } from './output/emit-index.ts'
import { markGenerated } from './output/mark-generated.ts'
import { locateProblems } from './report.ts'
import { checkSchemas } from './schema/check-schemas.ts'

/** The emitters that run by default, in this order. */
export const defaultEmitters = ['types', 'constants', 'validators', 'guards'] as const

/** All emitters. */
export const emitterNames = [...defaultEmitters, 'fingerprint'] as const

export type EmitterName = (typeof emitterNames)[number]

/** Parts that a program may do without: the types of headers, and the tolerant readers beside the strict parsers. */
export const partNames = ['headers', 'readers'] as const

export type PartName = (typeof partNames)[number]

/** What to generate from what. */
export interface GenerateOptions {
  /** OpenAPI 3.0 and 3.1 documents, paths relative to `cwd`. */
  openapi?: readonly string[]
  /** AsyncAPI 2 and 3 documents, paths relative to `cwd`. */
  asyncapi?: readonly string[]
  /** @default `defaultEmitters` */
  emit?: readonly EmitterName[]
  /** Parts to leave out. @default none */
  omit?: readonly PartName[]
  /** The module that validators and guards import the types from. @default './types.ts' */
  typesModule?: string
  /** @default process.cwd() */
  cwd?: string
  /** Called with one line for each thing carried in part, such as a format without a check. */
  onNotice?: (notice: string) => void
}

/**
 * The generated files, held in memory, sorted by path: the same bytes for the same documents in a
 * folder of the same name. Throws a `ContractError` that holds every problem of the documents.
 */
export async function generate({
  emit = defaultEmitters,
  omit = [],
  typesModule = './types.ts',
  onNotice = () => {},
  ...documents
}: GenerateOptions): Promise<GeneratedFile[]> {
  const wanted = new Set(emit)
  const located = bundleWithLocations(documents)
  const { contract } = located
  const notices = check(located, { hasValidators: wanted.has('validators') })
  const files = await emitAll(contract, { emit: wanted, omit: new Set(omit), typesModule })
  for (const notice of notices) onNotice(formatProblem(notice))
  files.push(emitIndex(files))
  if (wanted.has('fingerprint')) files.push(emitFingerprint(files))
  return files
    .map((file) => markGenerated(file, contract.sources))
    .toSorted((a, b) => compareText(a.path, b.path))
}

/** Throws a `ContractError` if schemas are wrong; returns what is carried in part. */
function check(
  { contract, unnamedSchemas, notices, locate }: LocatedContract,
  { hasValidators }: { hasValidators: boolean },
): Notice[] {
  const found = checkSchemas(contract, { unnamed: unnamedSchemas, hasValidators })
  if (found.problems.length > 0) throw locateProblems(found.problems, locate)
  const all = [...notices, ...found.notices]
  const locations = locate(all.map(({ location }) => location))
  return all.map(({ location, message }, index) => ({
    location: locations[index] ?? location,
    message,
  }))
}

interface EmitOptions {
  emit: ReadonlySet<EmitterName>
  omit: ReadonlySet<PartName>
  typesModule: string
}

/** Loads each emitter on demand: two of them load a compiler. */
async function emitAll(
  contract: Contract,
  { emit, omit, typesModule }: EmitOptions,
): Promise<GeneratedFile[]> {
  const files: GeneratedFile[] = []
  if (emit.has('types')) {
    const { emitTypes } = await import('./types/emit-types.ts')
    files.push(...emitTypes(contract, { hasHeaders: !omit.has('headers') }))
  }
  if (emit.has('constants')) {
    const { emitConstants } = await import('./constants/emit-constants.ts')
    files.push(emitConstants(contract))
  }
  if (emit.has('validators')) {
    const { emitValidators } = await import('./validators/emit-validators.ts')
    files.push(
      ...(await emitValidators(contract, { hasReaders: !omit.has('readers'), typesModule })),
    )
  }
  if (emit.has('guards')) {
    const { emitGuards } = await import('./guards/emit-guards.ts')
    files.push(emitGuards(contract, { typesModule }))
  }
  return files
}
