import { open } from 'node:fs/promises'
import { CliError } from './cli-error.ts'

type Bounded = { what: string; limitBytes: number }

/**
 * All bytes of a file. Throws a `CliError` that names it where it cannot be read, or has more than
 * `limitBytes`; no more than those are ever read, whatever the file claims to be.
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
    `${path} is too large: expected ${what} of at most ${limitBytes} bytes, received more. Name another.`,
  )

const unreadable = (path: string, what: string, cause: unknown) =>
  new CliError(
    'file-unusable',
    `${path} cannot be read: expected ${what}, received ${(cause as NodeJS.ErrnoException).code ?? 'an error'}. Check the path.`,
    { cause },
  )
