/** The class of an error. Its message may quote what was sent, and so may a name that is no class's. */
export function nameOfError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return /^[A-Za-z_$][\w$]{0,63}$/.test(error.name) ? error.name : 'Error'
}
