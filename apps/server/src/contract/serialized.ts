const prepared = new WeakSet<object>()

/** Whether these are the bytes of a `Serialized`, which leave many times. */
export const isPrepared = (body: unknown): body is Buffer =>
  body instanceof Uint8Array && prepared.has(body)

/** A body that is already JSON bytes, for answers that are the same every time; `T` is what they say. */
export class Serialized<T> {
  readonly bytes: Buffer
  declare readonly says?: T

  constructor(value: T) {
    this.bytes = Buffer.from(JSON.stringify(value))
    prepared.add(this.bytes)
  }
}

/** The bytes of a body, whichever way a handler gave it. */
export function toBytes(body: unknown): Buffer {
  return body instanceof Serialized ? body.bytes : Buffer.from(JSON.stringify(body))
}
