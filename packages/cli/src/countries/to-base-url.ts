import { constants, servers } from '@partner-platform/types'
import { CliError } from '../cli-error.ts'

type Wanted = { baseUrl: string | undefined; environment: string | undefined; apiKey: string }
type Environment = keyof typeof servers

/** Where to call: what is given, or else the environment that is named, or that the key belongs to. */
export function toBaseUrl({ baseUrl, environment, apiKey }: Wanted): string {
  if (baseUrl !== undefined) return baseUrl
  const names = Object.keys(servers) as Environment[]
  const name =
    names.find((one) => one === environment) ??
    names.find((one) => apiKey.startsWith(constants.apiKeyPrefixes[one]))
  if (name) return servers[name].url
  throw new CliError(
    'usage',
    `The environment is not known: expected --base-url URL or --environment ${names.join('|')}, as the key tells none. Pass one.`,
  )
}
