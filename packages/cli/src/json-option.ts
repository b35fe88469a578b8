/** What every command takes. */
export const jsonOption = {
  json: { kind: 'flag', says: 'Print one JSON document.' },
} as const
