/** A request as it came, or is to be sent: header lines in their order, body bytes as they are. */
export type HttpMessage = {
  method: string
  /** What stands between method and version on the first line. */
  target: string
  headers: readonly (readonly [name: string, value: string])[]
  body: Uint8Array
}
