import { StartError } from './ports.ts'

/** Runs a command; what it explains itself is printed as one line, without a stack trace. */
export async function run(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
