import { ContractError } from '../errors.ts'
import type { Contract, GeneratedFile } from '../model.ts'
import { emitShapes } from '../readers/emit-shapes.ts'
import { checkSchemas } from '../schema/check-schemas.ts'
import { emitModule } from './emit-module.ts'
import { emitParsers } from './emit-parsers.ts'
import { emitRuntime } from './emit-runtime.ts'
import { planFunctions } from './plan-functions.ts'

interface ValidatorOptions {
  /** Whether there are tolerant readers beside the strict parsers. @default true */
  hasReaders?: boolean
  /** The module that the types come from. @default './types.ts' */
  typesModule?: string
}

/**
 * `validators.js` with its declarations, `shapes.ts`, `parsers.ts` and `runtime.ts`. Throws a `ContractError` with
 * every keyword that validators cannot carry. `checkSchemas` reports what they carry in part.
 */
export async function emitValidators(
  contract: Contract,
  { hasReaders = true, typesModule = './types.ts' }: ValidatorOptions = {},
): Promise<GeneratedFile[]> {
  const { problems } = checkSchemas(contract)
  if (problems.length > 0) throw new ContractError(problems)
  const { functions, sent } = planFunctions(contract)
  const modules = await emitModule(functions)
  const parsers = emitParsers(contract, { hasReaders, typesModule, sent })
  const shapes = hasReaders ? [emitShapes(contract.schemas)] : []
  return [...modules, ...shapes, parsers, emitRuntime({ hasReaders })]
}
