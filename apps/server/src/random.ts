import { randomBytes } from 'node:crypto'

/** Returns exactly `byteCount` random bytes. */
export type Random = (byteCount: number) => Uint8Array

export const systemRandom: Random = (byteCount) => randomBytes(byteCount)

/**
 * The same source, read in large pieces to save system calls. Not for keys and secrets: their bytes must
 * not wait in memory.
 */
export function drawInBulk(random: Random, pieceBytes = 4_096): Random {
  let piece: Uint8Array = new Uint8Array()
  return (byteCount) => {
    if (byteCount > pieceBytes) return random(byteCount)
    if (piece.length < byteCount) piece = random(pieceBytes)
    const drawn = piece.subarray(0, byteCount)
    piece = piece.subarray(byteCount)
    return drawn
  }
}

/**
 * `length` characters of `alphabet`, each equally likely. Discards bytes beyond the last whole multiple of
 * its size, because they would favour its first characters.
 */
export function randomText(alphabet: string, length: number, random: Random): string {
  const usable = 256 - (256 % alphabet.length)
  let text = ''
  while (text.length < length) {
    for (const byte of random(length - text.length)) {
      if (byte < usable) text += alphabet.charAt(byte % alphabet.length)
    }
  }
  return text
}
