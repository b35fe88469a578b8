import { examples } from '@partner-platform/contract-kit'

const first = (schema: string, name?: string) => {
  const found = examples(schema).find(
    (example) => example.folder === 'valid' && (name === undefined || example.name === name),
  )
  if (!found) throw new Error(`There is no valid example of ${schema} ${name ?? ''}.`)
  return found
}

/** Bodies that the contract allows, by the status that carries them: the documents' own examples. */
export const bodies = {
  200: first('CountryList').text,
  401: first('ErrorResponse', 'unauthorized').text,
  403: first('ErrorResponse', 'forbidden').text,
  429: first('ErrorResponse', 'too-many-requests').text,
} as const
