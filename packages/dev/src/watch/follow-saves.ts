import { relative } from 'node:path'
import { ContractError } from '@partner-platform/codegen'
import { root, type Workspace } from '../workspaces.ts'
import { checkTypes } from './check-types.ts'
import type { ContractReader } from './contract/start-contract-reader.ts'
import type { LiveDocs } from './docs/serve-live-docs.ts'
import {
  changedPaths,
  type GenerationPlan,
  hasOtherGenerator,
  planGeneration,
  runOtherGenerators,
} from './plan-generation.ts'
import { type AppName, appNames, type LivePlatform } from './platform/start-live-platform.ts'

export type FollowOptions = {
  reader: Pick<ContractReader, 'read' | 'bundle'>
  platform: Pick<LivePlatform, 'prepare'>
  docs: Pick<LiveDocs, 'render' | 'tell'>
  workspaces: readonly Workspace[]
  /** Those whose code is followed. */
  followed: readonly Workspace[]
}

export type Outcome =
  | { isGreen: true; took: string }
  | {
      isGreen: false
      title: string
      entries: readonly string[]
      /** Whether the last good version is down too. */
      isOver: boolean
    }

/** Why a save is not followed. The last good version keeps running. */
class Setback extends Error {
  readonly entries: readonly string[]
  constructor(title: string, entries: readonly string[]) {
    super(title)
    this.entries = entries
  }
}

export type Following = {
  /** Follows a save of these paths, one call at a time. The next save retries what failed. */
  follow(paths: readonly string[]): Promise<Outcome>
  /** An app exited by itself. The next valid save restarts it. */
  noteExit(name: AppName, output: string): Outcome
}

/** Keeps derived code, apps and pages in step with each save. */
export function followSaves(options: FollowOptions): Following {
  const { docs, reader, platform, workspaces, followed } = options
  const contractPaths = new Set<string>()
  /** Whether the pages show an older contract. */
  let arePagesOld = false
  // Not the files on disk: a checkout may bring generated code, and apps and types must still follow.
  let known: GenerationPlan['code'] = new Map()
  // Places of workspaces with new code, and of those whose types changed too. At first, all of them.
  const places = workspaces.map(({ place }) => place)
  const [newCode, newTypes] = [new Set(places), new Set(places)]
  /** The last output of each app that exited and is not restarted yet. */
  const exited = new Map<AppName, string>()
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
  const tellOfExits = () => {
    const title = 'An app exited. Save a valid change to restart it'
    return tell(new Setback(title, [...exited.values()]), true)
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
            // Bounds and patterns are in the validators only: the compiler need not run.
            note(placeOf(relative(root, path)), { isTyped: path.endsWith('.ts') })
          }
          known = derived.code
          for (const { place } of derived.rewritten) note(place)
        }
        const changed = appsAt(findUsers(newCode, followed))
        const names = appNames.filter((name) => changed.includes(name) || exited.has(name))
        const uses = newTypes.size > 0 ? findUsers(newTypes, followed) : []
        const toPages = async () => docs.render(await reader.bundle())
        const pages = arePagesOld ? toPages() : undefined
        const show = await replaceApps({ platform, names, uses, pages }, watch)
        newCode.clear()
        newTypes.clear()
        show?.()
        arePagesOld = false
        for (const name of names) exited.delete(name)
        // Another one may have exited meanwhile.
        if (exited.size > 0) return tellOfExits()
        docs.tell(null)
        return { isGreen: true, took: watch.told() }
      } catch (error) {
        return tell(error)
      }
    },
    noteExit(name, output) {
      exited.set(name, output)
      return tellOfExits()
    },
  }
}

const appsAt = (workspaces: readonly Workspace[]) =>
  appNames.filter((name) => workspaces.some(({ place }) => place === `apps/${name}`))

const toSetback = (error: unknown) =>
  error instanceof Setback
    ? { title: error.message, entries: error.entries }
    : {
        title: 'Could not follow this save',
        entries: [error instanceof Error ? error.message : String(error)],
      }

type Save = { paths: readonly string[]; watch: Stopwatch }

/** What the generators other than codegen read. These take a second, so other saves skip them. */
const sourcesOfOthers = /^specs\/($|examples\/|(openapi|asyncapi)\.yaml$)/

/** Checks the contract and, if nothing is wrong, writes the derived code. */
async function derive({ reader, workspaces }: FollowOptions, { paths, watch }: Save) {
  const planning = planGeneration(workspaces).catch((error: Error) => error)
  const { problems } = await watch.time('check', reader.read())
  if (problems.length > 0) throw new Setback(count(problems), problems)
  const plan = await watch.time('derive', planning)
  if (plan instanceof ContractError)
    throw new Setback('Cannot derive code from this contract', [plan.message])
  if (plan instanceof Error) throw plan
  plan.write()
  const isDue = paths.some((path) => sourcesOfOthers.test(path))
  const rewritten = isDue ? workspaces.filter(hasOtherGenerator) : []
  if (isDue) await watch.time('fixtures', runOtherGenerators(rewritten))
  return { code: plan.code, rewritten }
}

type Replacing = Pick<FollowOptions, 'platform'> & {
  names: readonly AppName[]
  /** The workspaces whose types may no longer fit. */
  uses: readonly Workspace[]
  pages: Promise<() => void> | undefined
}

/** Restarts apps while types are checked and pages are made. If any of it fails, the old ones stay. */
async function replaceApps({ platform, names, uses, pages }: Replacing, watch: Stopwatch) {
  const [types, apps, show] = await Promise.all([
    uses.length > 0 ? orError(watch.time('types', checkTypes(uses))) : '',
    // Even with no app to restart: it also checks that Postgres runs.
    orError(names.length > 0 ? watch.time('apps', platform.prepare(names)) : platform.prepare([])),
    pages && orError(pages),
  ])
  try {
    if (types instanceof Error) throw types
    if (show instanceof Error) throw show
    if (types !== '') throw new Setback('Code no longer fits the contract', [types])
    if (apps instanceof Error) throw new Setback('An app failed to start', [apps.message])
    const output = apps.exitOutput()
    if (output !== undefined) throw new Setback('An app exited after it started', [output])
    apps.replace()
    return show
  } catch (error) {
    if (!(apps instanceof Error)) apps.discard()
    throw error
  }
}

/** Resolves with the error, so that parallel work can finish. */
const orError = <Value>(promise: Promise<Value>) => promise.catch((error: Error) => error)

const count = ({ length }: readonly string[]) =>
  length === 1 ? 'The contract has a problem' : 'The contract has problems'

/** The workspaces at these places, and all that depend on one of them, directly or not. */
export function findUsers(
  places: ReadonlySet<string>,
  workspaces: readonly Workspace[],
): Workspace[] {
  const found = new Set(workspaces.filter(({ place }) => places.has(place)))
  for (const used of found) {
    for (const workspace of workspaces) {
      const { dependencies, devDependencies } = workspace.manifest
      if (used.name in { ...dependencies, ...devDependencies }) found.add(workspace)
    }
  }
  return [...found]
}

type Stopwatch = ReturnType<typeof startStopwatch>

function startStopwatch() {
  const startedMs = performance.now()
  const took: string[] = []
  const seconds = (sinceMs: number) => ((performance.now() - sinceMs) / 1_000).toFixed(1)
  return {
    async time<Result>(part: string, work: Promise<Result>): Promise<Result> {
      const sinceMs = performance.now()
      const result = await work
      took.push(`${part} ${seconds(sinceMs)}`)
      return result
    },
    /** The total, e.g. `1.8 s (check 0.7, types 0.9)`. */
    told: () => `${seconds(startedMs)} s${took.length > 0 ? ` (${took.join(', ')})` : ''}`,
  }
}
