import { validExample } from '@partner-platform/fixtures/tables'
import { operations } from '@partner-platform/types'

type Named = Record<string, { schema: string | null }>
type Operation = {
  id: keyof typeof operations
  method: string
  path: string
  parameters: { path: Named }
  requestBody: { schema: string } | null
  responses: Record<string, { body: { schema: string } | null }>
}
/** Every operation of the contract. */
export const all = Object.values<Operation>(operations)

/** What an operation must be given, and the URL that it then has: examples of its path and its body. */
export function callOf({ path, parameters, requestBody }: Operation) {
  const values = Object.entries(parameters.path).map(([name, { schema }]) => [
    name,
    String(validExample(schema ?? '').value),
  ])
  const filled = values.reduce((url, [name, value = '']) => url.replace(`{${name}}`, value), path)
  const body = requestBody && { body: validExample(requestBody.schema).value }
  return {
    url: `https://api.example${filled}`,
    input: { params: { path: Object.fromEntries(values) }, ...body },
  }
}
