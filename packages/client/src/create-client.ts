import { assembleClient, type Client } from './assemble-client.ts'
import type { ClientOptions } from './client-options.ts'
import { systemTime } from './time.ts'

/**
 * A client of the service in one environment: a method for each operation of the contract
 * (`client.listCountries()`), and openapi-fetch's methods for paths (`client.GET('/…')`). Opens no
 * connection. Throws a `TypeError` that names the option where one is missing or malformed.
 */
export function createClient(options: ClientOptions): Client {
  return assembleClient(options, systemTime)
}
