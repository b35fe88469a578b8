import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'
import { findCircles } from './find-circles.ts'
import { findOnDemand, findWorkspaces, root as repository, type Workspace } from './workspaces.ts'

const requiredFiles = ['README.md', 'turbo.json', 'tsconfig.json']
const contract = /^@partner-platform\/(specs|fixtures|types|validators)$/
const requiredScripts = ['typecheck', 'test', 'lint']
const publishedFields = ['keywords', 'homepage', 'bugs', 'repository', 'license'] as const
const readmeLineLimit = 120
const topLevel = new Set([
  ...['specs', 'packages', 'apps', 'node_modules', 'README.md', 'LICENSE'],
  ...['package.json', 'pnpm-workspace.yaml', 'pnpm-lock.yaml'],
  ...['turbo.json', 'tsconfig.base.json', 'biome.json'],
])

/** A sentence that says what to do, if it is a fault. */
type Row = [isFault: boolean, says: string]

const faultsIn = (rows: readonly Row[]) =>
  rows.flatMap(([isFault, says]) => (isFault ? [says] : []))

/** What the layout of the repository forbids, one sentence each that says what to do. */
export function findFaults(workspaces: Workspace[], root: string): string[] {
  const knownTags = Object.keys(readJson(join(root, 'turbo.json'))?.boundaries?.tags ?? {})
  return [
    ...workspaces.flatMap((workspace) => faultsOfWorkspace(workspace, knownTags)),
    ...faultsOfTopLevel(root),
    ...unlistedPackages(workspaces, root),
    ...faultsOnDemand(root),
    ...deadLinks(root),
    ...findCircles(root),
  ]
}

function faultsOfWorkspace(
  { folder, place, manifest }: Workspace,
  knownTags: readonly string[],
): string[] {
  const { scripts, dependencies, devDependencies } = manifest
  const names = Object.keys({ ...dependencies, ...devDependencies })
  const has = (file: string) => existsSync(join(folder, file))
  const tags: unknown = readJson(join(folder, 'turbo.json'))?.tags
  const hasTag = Array.isArray(tags) && tags.length === 1 && knownTags.includes(tags[0])
  const readme = has('README.md') ? readFileSync(join(folder, 'README.md'), 'utf8') : ''
  const lines = readme.trimEnd().split('\n').length
  const usesContract = names.some((name) => contract.test(name))
  return faultsIn([
    ...requiredFiles.map(
      (file): Row => [!has(file), `${place} lacks ${file}: every workspace has one. Write it.`],
    ),
    [
      usesContract && !has('test/contract.test.ts'),
      `${place} has no test/contract.test.ts, but uses the contract. Write that test.`,
    ],
    ...requiredScripts.map(
      (script): Row => [
        scripts?.[script] === undefined,
        `${place}/package.json lacks the script "${script}": every workspace has it. Add it.`,
      ],
    ),
    [
      manifest.private !== true && publishedFields.some((field) => !(field in manifest)),
      `${place}/package.json lacks one of ${publishedFields.join(', ')}: people look for them on npm. Add it.`,
    ],
    [
      !hasTag,
      `${place}/turbo.json needs exactly one tag: ${knownTags.join(', ')}. Without it, no boundary is checked.`,
    ],
    [
      lines > readmeLineLimit,
      `${place}/README.md has ${lines} lines. Cut it to at most ${readmeLineLimit}.`,
    ],
  ])
}

type Json = { tags?: unknown; boundaries?: { tags?: object }; description?: string }

function readJson(file: string): Json | undefined {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

function faultsOfTopLevel(root: string): string[] {
  const strangers = readdirSync(root).filter((name) => !/^\./.test(name) && !topLevel.has(name))
  const problem = 'is at the top level, but the README does not list it. Move it into a workspace.'
  return strangers.map((name) => `${name} ${problem}`)
}

function unlistedPackages(workspaces: Workspace[], root: string): string[] {
  const file = join(root, 'packages/README.md')
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return workspaces
    .filter(({ place }) => place.startsWith('packages/'))
    .map(({ place }) => place.slice('packages/'.length))
    .filter((name) => !text.includes(`[${name}](${name}/)`))
    .map((name) => `packages/README.md does not list ${name}. Add a row [${name}](${name}/).`)
}

/** Faults of the workspaces that have their own lockfile and are installed on demand. */
function faultsOnDemand(root: string): string[] {
  return findOnDemand(root).flatMap((place) => {
    const at = (file: string) => join(root, place, file)
    const { ignoreScripts } = parse(readFileSync(at('pnpm-workspace.yaml'), 'utf8'))
    return faultsIn([
      [
        !readJson(at('package.json'))?.description,
        `${place}/package.json has no description. Say what is installed.`,
      ],
      [
        !existsSync(at('pnpm-lock.yaml')),
        `${place} has no pnpm-lock.yaml. Run pnpm install in it and commit the file.`,
      ],
      [
        ignoreScripts !== true,
        `${place}/pnpm-workspace.yaml lets install scripts run. Add ignoreScripts: true.`,
      ],
    ])
  })
}

/** Links to files that do not exist, in what people read on the way through the repository. */
function deadLinks(root: string): string[] {
  const files = globSync(['*.md', '{specs,packages}/*.md', '{packages,apps}/*/*.md'], { cwd: root })
  return files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^[a-z]+:/.test(target))
      .filter((target) => !existsSync(join(root, dirname(file), target)))
      .map((target) => `${file} links to ${target}, which does not exist. Correct the link.`)
  })
}

if (import.meta.main) {
  const faults = findFaults(findWorkspaces(), repository)
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
  else console.log('workspaces: every package and app has what it must have')
}
