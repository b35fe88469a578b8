/**
 * Bytes as text, a byte order mark included. What is not UTF-8 is replaced by U+FFFD.
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
export function decode(bytes) {
  try {
    const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    return { text: strict.decode(bytes), isText: true }
  } catch {
    return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), isText: false }
  }
}
