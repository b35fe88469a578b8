import { relative } from 'node:path'
import { ContractError } from '@partner-platform/codegen'
import { root, type Workspace } from '../workspaces.ts'
import { checkTypes } from './check-types.ts'
import type { ContractReader } from './contract/start-contract-reader.ts'
import type { LiveDocs } from './docs/serve-live-docs.ts'
import { findUsers } from './find-users.ts'
import {
  changedPaths,
  type GenerationPlan,
  hasOtherGenerator,
  planGeneration,
  runOtherGenerators,
} from './plan-generation.ts'
import { type AppName, appNames } from './platform/start-apps.ts'
import type { LivePlatform } from './platform/start-live-platform.ts'
import { type Stopwatch, startStopwatch } from './stopwatch.ts'

export type FollowOptions = {
  reader: Pick<ContractReader, 'read' | 'bundle'>
  platform: Pick<LivePlatform, 'prepare'>
  docs: Pick<LiveDocs, 'render' | 'tell'>
  workspaces: readonly Workspace[]
  /** Those whose code is followed. */
  followed: readonly Workspace[]
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
  mourn(name: AppName, said: string): Outcome
}

/** Keeps what derives from the contract, the apps and the pages in step with what is saved. */
export function followSaves(options: FollowOptions): Following {
  const { docs, reader, platform, workspaces, followed } = options
  const contractPaths = new Set<string>()
  /** Whether the pages show what is no more. */
  let arePagesOld = false
  // Not what lies on the disk: a checkout brings generated code along, and apps and types must follow.
  let known: GenerationPlan['code'] = new Map()
  // Places of workspaces with new code, and of those where it is for the compiler too. At first nothing
  // is known of the code that lies there.
  const places = workspaces.map(({ place }) => place)
  const [newCode, newTypes] = [new Set(places), new Set(places)]
  /** What apps said last that have ended by themselves and were not started again yet. */
  const dead = new Map<AppName, string>()
  const placeOf = (path: string) => places.find((place) => path.startsWith(`${place}/`)) ?? ''
  const tell = (error: unknown, isOver = false): Outcome => {
    const setback = toSetback(error)
    docs.tell({ ...setback, isNotice: false })
    return { isGreen: false, ...setback, isOver }
  }
  const note = (place: string, { isTyped = true } = {}) => {
    newCode.add(place)
    if (isTyped) newTypes.add(place)
  }
  const tellOfDead = () => {
    const title = 'An app has ended, and is started again by the next save that is right'
    return tell(new Setback(title, [...dead.values()]), true)
  }
  return {
    async follow(paths) {
      const watch = startStopwatch()
      for (const path of paths) {
        if (path.startsWith('specs/')) contractPaths.add(path)
        else note(placeOf(path))
      }
      try {
        if (contractPaths.size > 0) {
          const derived = await derive(options, { paths: [...contractPaths], watch })
          contractPaths.clear()
          arePagesOld = true
          for (const path of changedPaths(derived.code, known)) {
            // The compiler knows nothing of bounds, which are in the validators only.
            note(placeOf(relative(root, path)), { isTyped: path.endsWith('.ts') })
          }
          known = derived.code
          for (const { place } of derived.rewritten) note(place)
        }
        const changed = appsAt(findUsers(newCode, followed))
        const names = appNames.filter((name) => changed.includes(name) || dead.has(name))
        const uses = newTypes.size > 0 ? findUsers(newTypes, followed) : []
        const toPages = async () => docs.render(await reader.bundle())
        const pages = arePagesOld ? toPages() : undefined
        const show = await replaceApps({ platform, names, uses, pages }, watch)
        newCode.clear()
        newTypes.clear()
        show?.()
        arePagesOld = false
        for (const name of names) dead.delete(name)
        // Another one may have ended meanwhile.
        if (dead.size > 0) return tellOfDead()
        docs.tell(null)
        return { isGreen: true, took: watch.told() }
      } catch (error) {
        return tell(error)
      }
    },
    mourn(name, said) {
      dead.set(name, said)
      return tellOfDead()
    },
  }
}

const appsAt = (workspaces: readonly Workspace[]) =>
  appNames.filter((name) => workspaces.some(({ place }) => place === `apps/${name}`))

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
  const hasExamples = paths.some((path) => path === 'specs/' || path.startsWith('specs/examples/'))
  const rewritten = hasExamples ? workspaces.filter(hasOtherGenerator) : []
  if (hasExamples) await watch.time('examples', runOtherGenerators(rewritten))
  return { code: plan.code, rewritten }
}

type Replacing = Pick<FollowOptions, 'platform'> & {
  /** The apps to start anew. */
  names: readonly AppName[]
  /** The workspaces whose types may not fit any more. */
  uses: readonly Workspace[]
  pages: Promise<() => void> | undefined
}

/** Starts apps anew while types are checked and pages are made; the old ones go on if any of it fails. */
async function replaceApps({ platform, names, uses, pages }: Replacing, watch: Stopwatch) {
  const [types, apps, show] = await Promise.all([
    uses.length > 0 ? orError(watch.time('types', checkTypes(uses))) : '',
    // Also where there is none: nothing is green without what all of them need.
    orError(names.length > 0 ? watch.time('apps', platform.prepare(names)) : platform.prepare([])),
    pages && orError(pages),
  ])
  try {
    if (types instanceof Error) throw types
    if (show instanceof Error) throw show
    if (types !== '') throw new Setback('Code does not fit the contract any more', [types])
    if (apps instanceof Error) throw new Setback('An app does not start any more', [apps.message])
    const said = apps.lastWords()
    if (said !== undefined) throw new Setback('An app does not stay any more', [said])
    apps.replace()
    return show
  } catch (error) {
    if (!(apps instanceof Error)) apps.discard()
    throw error
  }
}

/** What is thrown is given, so that what runs beside it comes to its end all the same. */
const orError = <Value>(promise: Promise<Value>) => promise.catch((error: Error) => error)

const count = ({ length }: readonly string[]) =>
  length === 1 ? 'The contract has a problem' : 'The contract has problems'
