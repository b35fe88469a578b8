/**
 * A header as it goes out or came in. `shell` is its value within double quotes of a shell, where the
 * value must not be shown, such as `Bearer $KEY`.
 */
export type HeaderLine = readonly [name: string, value: string, shell?: string]

/** A part of a body, and the pause before it is written. */
export type Piece = { bytes: Uint8Array; pauseMs: number }

/** One request, exactly as it goes out on a connection of its own. */
export type Outgoing = {
  url: URL
  /** The URL within double quotes of a shell, where it must not be shown. */
  shellUrl?: string
  method: string
  /** Besides `Host`, `Connection` and `Content-Length`. Names may repeat. */
  headers: readonly HeaderLine[]
  /** `null` sends no body, and no length. */
  body: Uint8Array | null
  /** The body in parts with pauses. @default at once */
  pieces?: readonly Piece[]
  /** A longer body is announced than comes, and the connection stays open. @default false */
  stalls?: boolean
}

/** How many bytes are missing from a body that stalls. */
export const missingBytes = 16
