const perLine = 16

/**
 * Bytes as lines of offset, hexadecimal digits and printable ASCII.
 * @param {Uint8Array} bytes
 */
export function dumpHex(bytes) {
  const lines = []
  for (let at = 0; at < bytes.length; at += perLine) {
    const part = [...bytes.subarray(at, at + perLine)]
    const digits = part.map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
    const text = part.map(toPrintable).join('')
    lines.push(`${at.toString(16).padStart(6, '0')}  ${digits.padEnd(perLine * 3 - 1)}  ${text}`)
  }
  return lines.join('\n')
}

/** @param {number} byte */
const toPrintable = (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·')
