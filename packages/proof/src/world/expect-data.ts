type Result<Data> = { data?: Data; error?: unknown; response: Response }

/** What a call of the operator surface gave; throws for one that was refused. */
export function expectData<Data>({ data, error, response }: Result<Data>): Data {
  if (data !== undefined) return data
  throw new Error(`The operator surface refused: ${response.status} ${JSON.stringify(error)}`)
}
