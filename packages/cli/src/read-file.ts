import { open } from 'node:fs/promises'
import { CliError } from './errors.ts'

type Bounded = { what: string; limitBytes: number }

/**
 * All bytes of a file. Throws a `CliError` that names the file if it cannot be read or is larger than
 * `limitBytes`. It never reads more than that.
 */
export async function readFile(path: string, { what, limitBytes }: Bounded): Promise<Buffer> {
  try {
    const file = await open(path)
    try {
      const chunks: Buffer[] = []
      let size = 0
      for await (const chunk of file.createReadStream({ end: limitBytes, autoClose: false })) {
        chunks.push(chunk)
        size += chunk.length
      }
      if (size > limitBytes) throw tooLarge(path, { what, limitBytes })
      return Buffer.concat(chunks)
    } finally {
      await file.close()
    }
  } catch (cause) {
    if (cause instanceof CliError) throw cause
    throw unreadable(path, what, cause)
  }
}

const tooLarge = (path: string, { what, limitBytes }: Bounded) =>
  new CliError(
    'file-unusable',
    `${path} is larger than ${limitBytes} bytes, the limit for ${what}. Name another file.`,
  )

const unreadable = (path: string, what: string, cause: unknown) =>
  new CliError(
    'file-unusable',
    `${path} cannot be read as ${what}: ${(cause as NodeJS.ErrnoException).code ?? 'unknown error'}. Check the path.`,
    { cause },
  )
