import { validExample } from '@partner-platform/fixtures/tables'

/** Bodies that the contract allows, by the status that carries them: the documents' own examples. */
export const bodies = {
  200: validExample('CountryList').text,
  401: validExample('ErrorResponse/unauthorized').text,
  403: validExample('ErrorResponse/forbidden').text,
  429: validExample('ErrorResponse/too-many-requests').text,
} as const
