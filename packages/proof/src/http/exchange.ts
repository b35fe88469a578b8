export type HeaderLine = readonly [name: string, value: string]

export type Request = {
  method: string
  /** Path with query. */
  target: string
  headers: readonly HeaderLine[]
}

export type Response = {
  status: number
  /** As they came: order, case and repetitions. */
  headers: readonly HeaderLine[]
  /** Without its content coding. */
  body: Buffer
}

/** A request and what came of it. */
export type Exchange = { request: Request; response: Response }

/** Every value of the lines of a name. */
export const valuesOf = (headers: readonly HeaderLine[], name: string): string[] =>
  headers.filter(([one]) => one.toLowerCase() === name.toLowerCase()).map(([, value]) => value)
