import { rename, rm, writeFile } from 'node:fs/promises'
import { CliError } from '../cli-error.ts'

/** Writes a file beside its place and renames it: the file is there as a whole, or as it was. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}.draft`
  try {
    await writeFile(draft, text)
    await rename(draft, path)
  } catch (cause) {
    await rm(draft, { force: true }).catch(() => undefined)
    const { code = 'an error' } = cause as NodeJS.ErrnoException
    throw new CliError(
      'file-unusable',
      `${path} cannot be written: expected a file in a folder that is there, received ${code}. Name another with --out.`,
      { cause },
    )
  }
}
