import { StartError } from '@partner-platform/settings'

type Result<Data> = { data?: Data; error?: unknown; response: Response }

/** The data of a successful call of the operator surface; throws a `StartError` if it was refused. */
export function expectData<Data>({ data, error, response }: Result<Data>): Data {
  if (data !== undefined) return data
  const { code = 'no code' } = (error as { error?: { code?: string } } | undefined)?.error ?? {}
  throw new StartError(
    `The operator surface answered ${response.status} ${code} at ${new URL(response.url).pathname}. Look at the server's log.`,
  )
}
