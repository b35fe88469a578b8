/** Why nothing was written. `usage`: the command line is wrong; `clash`: what is asked for is there already. */
export class ScaffoldError extends Error {
  override name = 'ScaffoldError'
  readonly code: 'usage' | 'clash'

  constructor(code: 'usage' | 'clash', message: string) {
    super(message)
    this.code = code
  }
}
