import type { OperationId } from '../contract/surface.ts'
import { operations, requestParsers, responseParsers } from '../generated/index.ts'
import { requestIdName } from '../http/request-id.ts'

/** Required headers that the server puts on every response, so that no handler has to. */
export const providedHeaders = [requestIdName] as const

export type ProvidedHeader = (typeof providedHeaders)[number]

/** What is generated from the document of the operator surface. */
export const operatorSurface = { operations, requestParsers, responseParsers }

export type OperatorSurface = typeof operatorSurface

export type OperatorId = OperationId<OperatorSurface>
