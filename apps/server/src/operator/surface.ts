import type { OperationId } from '../contract/surface.ts'
import { operations, requestParsers, responseParsers } from '../generated/index.ts'

/** What is generated from the document of the operator surface. */
export const operatorSurface = { operations, requestParsers, responseParsers }

export type OperatorSurface = typeof operatorSurface

export type OperatorId = OperationId<OperatorSurface>
