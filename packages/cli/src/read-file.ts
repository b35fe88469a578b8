import { createReadStream } from 'node:fs'
import { CliError, unusableFile } from './errors.ts'

type Bounded = { what: string; limitBytes: number }

/**
 * All bytes of a file. Throws a `CliError` that names the file if it cannot be read or is larger than
 * `limitBytes`. It never reads more than that.
 */
export async function readFile(path: string, { what, limitBytes }: Bounded): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of createReadStream(path, { end: limitBytes })) {
      chunks.push(chunk)
      size += chunk.length
    }
  } catch (cause) {
    const problem = `cannot be read as ${what}`
    throw unusableFile(path, { problem, next: 'Check the path.', cause })
  }
  if (size <= limitBytes) return Buffer.concat(chunks)
  throw new CliError(
    'file-unusable',
    `${path} is larger than ${limitBytes} bytes, the limit for ${what}. Name another file.`,
  )
}
