import { ContractError } from '@partner-platform/codegen'
import type { Workspace } from '../workspaces.ts'
import { checkTypes } from './check-types.ts'
import type { ContractReading } from './contract/contract-reading.ts'
import type { ContractReader } from './contract/start-contract-reader.ts'
import type { LiveDocs } from './docs/serve-live-docs.ts'
import {
  changedPaths,
  type GenerationPlan,
  planGeneration,
  runOtherGenerators,
} from './plan-generation.ts'
import type { LivePlatform } from './platform/start-live-platform.ts'
import { type Stopwatch, startStopwatch } from './stopwatch.ts'

export type FollowOptions = {
  reader: Pick<ContractReader, 'read'>
  platform: Pick<LivePlatform, 'prepare'>
  docs: Pick<LiveDocs, 'show' | 'tell'>
  workspaces: readonly Workspace[]
}

/** What came of a save. */
export type Outcome =
  | { isGreen: true; took: string }
  | {
      isGreen: false
      title: string
      entries: readonly string[]
      /** Whether it is what was right last that has come to its end. */
      isOver: boolean
    }

/** Stops following a save; what it tells is shown, and the last good version goes on. */
class Setback extends Error {
  readonly entries: readonly string[]
  constructor(title: string, entries: readonly string[]) {
    super(title)
    this.entries = entries
  }
}

export type Following = {
  /**
   * What follows a save, step by step, given the paths that changed; only one runs at a time. What could
   * not be followed is taken up again by the next save.
   */
  follow(paths: readonly string[]): Promise<Outcome>
  /** An app has ended by itself; the next save that is right starts it again. */
  mourn(said: string): Outcome
}

/** Keeps what derives from the contract, the apps and the pages in step with what is saved. */
export function followSaves(options: FollowOptions): Following {
  const { docs, platform } = options
  const contractPaths = new Set<string>()
  let unshown: ContractReading['bundles'] | undefined
  // Not what lies on the disk: a checkout brings generated code along, and apps and types must follow.
  let known: GenerationPlan['code'] = new Map()
  // At first nothing is known of the code that lies there.
  let isCodeNew = true
  let areTypesNew = true
  const tell = (error: unknown, isOver = false): Outcome => {
    const setback = toSetback(error)
    docs.tell({ ...setback, isNotice: false })
    return { isGreen: false, ...setback, isOver }
  }
  return {
    async follow(paths) {
      const watch = startStopwatch()
      for (const path of paths) {
        if (path.startsWith('specs/')) contractPaths.add(path)
        else isCodeNew = areTypesNew = true
      }
      try {
        if (contractPaths.size > 0) {
          const derived = await derive(options, { paths: [...contractPaths], watch })
          contractPaths.clear()
          unshown = derived.bundles
          const changed = changedPaths(derived.code, known)
          known = derived.code
          isCodeNew ||= derived.hasExamples || changed.length > 0
          // The compiler knows nothing of bounds, which are in the validators only.
          areTypesNew ||= derived.hasExamples || changed.some((path) => path.endsWith('.ts'))
        }
        if (isCodeNew) await replaceApps({ platform, areTypesNew }, watch)
        isCodeNew = areTypesNew = false
        docs.tell(null)
        if (unshown) docs.show(unshown)
        unshown = undefined
        return { isGreen: true, took: watch.told() }
      } catch (error) {
        return tell(error)
      }
    },
    mourn(said) {
      isCodeNew = true
      return tell(
        new Setback('An app has ended, and is started again by the next save that is right', [
          said,
        ]),
        true,
      )
    },
  }
}

const toSetback = (error: unknown) =>
  error instanceof Setback
    ? { title: error.message, entries: error.entries }
    : {
        title: 'This could not be followed',
        entries: [error instanceof Error ? error.message : String(error)],
      }

type Save = { paths: readonly string[]; watch: Stopwatch }

/** Checks the contract, and writes what derives from it if nothing is wrong. */
async function derive({ reader, workspaces }: FollowOptions, { paths, watch }: Save) {
  const planning = planGeneration(workspaces).catch((error: Error) => error)
  const reading = await watch.time('check', reader.read())
  if (reading.problems.length > 0) throw new Setback(count(reading.problems), reading.problems)
  const plan = await watch.time('derive', planning)
  if (plan instanceof ContractError) throw new Setback('This cannot be derived', [plan.message])
  if (plan instanceof Error) throw plan
  plan.write()
  const hasExamples = paths.some((path) => path.startsWith('specs/examples/'))
  if (hasExamples) await watch.time('examples', runOtherGenerators(workspaces))
  return { bundles: reading.bundles, code: plan.code, hasExamples }
}

type Replacing = Pick<FollowOptions, 'platform'> & { areTypesNew: boolean }

/** Starts the apps anew while types are checked; the old ones go on if either fails. */
async function replaceApps({ platform, areTypesNew }: Replacing, watch: Stopwatch): Promise<void> {
  const [types, apps] = await Promise.all([
    areTypesNew ? watch.time('types', checkTypes()) : '',
    watch.time('apps', platform.prepare()).catch((error: Error) => error),
  ])
  if (types !== '') {
    if (!(apps instanceof Error)) apps.discard()
    throw new Setback('Code does not fit the contract any more', [types])
  }
  if (apps instanceof Error) throw new Setback('An app does not start any more', [apps.message])
  const said = apps.lastWords()
  if (said !== undefined) {
    apps.discard()
    throw new Setback('An app does not stay any more', [said])
  }
  apps.replace()
}

const count = ({ length }: readonly string[]) =>
  length === 1 ? 'The contract has a problem' : 'The contract has problems'
