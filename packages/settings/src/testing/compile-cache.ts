import { fileURLToPath } from 'node:url'
import { runProcess } from './run-process.ts'

const folder = fileURLToPath(new URL('../../node_modules/.cache/compile', import.meta.url))
const env = { NODE_COMPILE_CACHE: folder }

const warm = new Map<string, Promise<unknown>>()

/**
 * Settings that shorten the start of a main file. A process that is killed never writes its compile cache,
 * so one that exits normally does it once.
 */
export async function warmUp(file: string): Promise<Record<string, string>> {
  const warming = warm.get(file) ?? runProcess({ file, args: ['--help'], env }).ended
  warm.set(file, warming)
  await warming
  return env
}
