const prepared = new WeakSet<object>()

/** Whether these bytes belong to a `Serialized`, and so are sent many times. */
export const isPrepared = (body: unknown): body is Buffer =>
  body instanceof Uint8Array && prepared.has(body)

/** A body serialized once, for answers that never change. `T` is the type of its value. */
export class Serialized<T> {
  readonly bytes: Buffer
  declare readonly says?: T

  constructor(value: T) {
    this.bytes = Buffer.from(JSON.stringify(value))
    prepared.add(this.bytes)
  }
}

export function toBytes(body: unknown): Buffer {
  return body instanceof Serialized ? body.bytes : Buffer.from(JSON.stringify(body))
}
