import { type BundleOptions, bundleWithLocations } from './bundle-contract.ts'
import { formatProblem } from './errors.ts'
import { compareText } from './json.ts'
import type { Contract, GeneratedFile } from './model.ts'
import { emitFingerprint } from './output/emit-fingerprint.ts'
import { emitIndex } from './output/emit-index.ts'
import { markGenerated } from './output/mark-generated.ts'
import { throwProblems, withLines } from './report.ts'
import { checkSchemas } from './schema/check-schemas.ts'

interface EmitOptions {
  omit: ReadonlySet<PartName>
  typesModule: string
}

/** The emitters that run by default, in this order, each loaded on demand: two of them load a compiler. */
const emitters = {
  types: async (contract: Contract, { omit }: EmitOptions) => {
    const { emitTypes } = await import('./types/emit-types.ts')
    return emitTypes(contract, { hasHeaders: !omit.has('headers') })
  },
  constants: async (contract: Contract) => {
    const { emitConstants } = await import('./constants/emit-constants.ts')
    return [emitConstants(contract)]
  },
  validators: async (contract: Contract, { omit, typesModule }: EmitOptions) => {
    const { emitValidators } = await import('./validators/emit-validators.ts')
    return emitValidators(contract, { hasReaders: !omit.has('readers'), typesModule })
  },
  guards: async (contract: Contract, { typesModule }: EmitOptions) => {
    const { emitGuards } = await import('./guards/emit-guards.ts')
    return [emitGuards(contract, { typesModule })]
  },
}

export const defaultEmitters = Object.keys(emitters) as (keyof typeof emitters)[]

/** All emitters. */
export const emitterNames = [...defaultEmitters, 'fingerprint'] as const

export type EmitterName = (typeof emitterNames)[number]

/** Parts that a program may do without: the types of headers, and the tolerant readers beside the strict parsers. */
export const partNames = ['headers', 'readers'] as const

export type PartName = (typeof partNames)[number]

/** What to generate from what. */
export interface GenerateOptions extends Omit<BundleOptions, 'keyOrder'> {
  /** @default `defaultEmitters` */
  emit?: readonly EmitterName[]
  /** Parts to leave out. @default none */
  omit?: readonly PartName[]
  /** The module that validators and guards import the types from. @default './types.ts' */
  typesModule?: string
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
  const { contract, unnamedSchemas, notices, locate } = bundleWithLocations(documents)
  const hasValidators = emit.includes('validators')
  const found = checkSchemas(contract, { unnamed: unnamedSchemas, hasValidators })
  throwProblems(found.problems, locate)
  const located = withLines([...notices, ...found.notices], locate)
  const files: GeneratedFile[] = []
  for (const name of defaultEmitters.filter((name) => emit.includes(name)))
    files.push(...(await emitters[name](contract, { omit: new Set(omit), typesModule })))
  for (const notice of located) onNotice(formatProblem(notice))
  files.push(emitIndex(files))
  if (emit.includes('fingerprint')) files.push(emitFingerprint(files))
  return files
    .map((file) => markGenerated(file, contract.sources))
    .toSorted((a, b) => compareText(a.path, b.path))
}
