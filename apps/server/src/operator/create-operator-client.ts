import createFetchClient, { type Client } from 'openapi-fetch'
import type { paths } from '../generated/openapi.ts'

export type OperatorClient = Client<paths>

export type OperatorClientOptions = {
  /** For example, `http://127.0.0.1:4011`. */
  baseUrl: string
  token: string
}

/** A client for the operator surface, typed by its document. */
export const createOperatorClient = ({ baseUrl, token }: OperatorClientOptions): OperatorClient =>
  createFetchClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } })
