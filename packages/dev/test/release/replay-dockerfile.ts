import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import ignore from '@balena/dockerignore'
import { type Copy, DockerfileParser, type Instruction, type JSONInstruction } from 'dockerfile-ast'
import { envOf, type Stage, type Started, startStage, type Texts } from './start-stage.ts'

/** The id of the user `node` in the images of Node.js. */
const nodeUser = 1000

/** What an image would be, as a folder. Paths inside the image begin at that folder. */
export type Replayed = {
  /** Starts what the image would run, with variables and folders of this machine by their place in it. */
  start(options: { env: Texts; mounts: Texts }): Started
  /** Files and folders of that name in any stage, except in packages. */
  find(name: string): string[]
  /** Size of all files, in bytes. */
  size: number
  remove(): void
}

/**
 * Runs a Dockerfile without a container runtime, in one folder per stage: copies files, runs steps, and starts
 * the command as the user that the file names. This machine replaces the base images, so they are not tested.
 * Needs root, to become that user.
 */
export function replayDockerfile(file: string, context: string): Replayed {
  const root = mkdtempSync(join(tmpdir(), 'image-'))
  chmodSync(root, 0o755)
  const filter = ignore
    .default({ ignorecase: false })
    .add(readFileSync(`${file}.dockerignore`, 'utf8'))
  const stages = new Map<string, Stage>()
  let stage: Stage | undefined
  let start: string[] = []
  let health: string[] = []
  for (const instruction of DockerfileParser.parse(readFileSync(file, 'utf8')).getInstructions()) {
    const words = instruction.getArguments().map((one) => one.getValue())
    const keyword = instruction.getKeyword()
    if (keyword === 'FROM') {
      const name = words[1]?.toUpperCase() === 'AS' ? (words[2] ?? '') : `stage-${stages.size}`
      stage = { folder: join(root, name), workdir: '/', env: {}, user: 0 }
      mkdirSync(stage.folder)
      stages.set(name, stage)
      continue
    }
    if (!stage) throw new Error(`${file}: ${keyword} before FROM.`)
    if (keyword === 'WORKDIR') {
      stage.workdir = words[0] ?? '/'
      mkdirSync(join(stage.folder, stage.workdir), { recursive: true })
    } else if (keyword === 'COPY') copy(instruction, { stage, stages, context, filter })
    else if (keyword === 'RUN') runStep(instruction.getArgumentsContent() ?? '', stage)
    else if (keyword === 'ENV')
      for (const word of words) {
        const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(word) ?? []
        stage.env[name] = value
      }
    else if (keyword === 'USER') stage.user = words[0] === 'node' ? nodeUser : Number(words[0])
    else if (keyword === 'CMD') start = listOf(instruction)
    else if (keyword === 'HEALTHCHECK')
      health = JSON.parse(instruction.getArgumentsContent()?.replace(/^[\s\S]*?CMD\s*/, '') ?? '')
    else if (!['EXPOSE', 'VOLUME'].includes(keyword))
      throw new Error(`${file}: ${keyword} is not supported. Add it to replay-dockerfile.ts.`)
  }
  if (!stage) throw new Error(`${file} has no stage.`)
  const last = stage
  return {
    start({ env, mounts }) {
      for (const [place, folder] of Object.entries(mounts))
        symlinkSync(folder, join(last.folder, place))
      return startStage(last, { start, health, env })
    },
    find(name) {
      const args = [root, '-name', 'node_modules', '-prune', '-o', '-name', name, '-print']
      return execFileSync('find', args, { encoding: 'utf8' }).split('\n').filter(Boolean)
    },
    size: sizeOf(last.folder),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

const listOf = (instruction: Instruction) =>
  (instruction as JSONInstruction)
    .getJSONStrings()
    .map((one) => JSON.parse(one.getValue()) as string)

type CopyTools = {
  stage: Stage
  stages: ReadonlyMap<string, Stage>
  context: string
  filter: ReturnType<typeof ignore.default>
}

function copy(instruction: Instruction, { stage, stages, context, filter }: CopyTools): void {
  const words = instruction.getArguments().map((one) => one.getValue())
  const from = (instruction as Copy).getFromFlag()?.getValue() ?? undefined
  const paths = words.filter((word) => !word.startsWith('--'))
  const target = paths.pop() ?? '.'
  const source = from === undefined ? context : (stages.get(from)?.folder ?? '')
  const place = target.startsWith('/')
    ? join(stage.folder, target)
    : join(stage.folder, stage.workdir, target)
  for (const path of paths) {
    const origin = join(source, path)
    // COPY copies what is in a folder, not the folder itself. A file can get a new name.
    const isInto = !statSync(origin).isDirectory() && target.endsWith('/')
    cpSync(origin, isInto ? join(place, basename(path)) : place, {
      recursive: true,
      verbatimSymlinks: true,
      filter(one) {
        const inContext = one.slice(source.length + 1)
        return from !== undefined || inContext === '' || !filter.ignores(inContext)
      },
    })
  }
}

/** Runs a step in its stage. A word that begins with a slash is a path inside the image. */
function runStep(command: string, stage: Stage): void {
  const own = command.replaceAll(/(?<=\s)\/[\w/-]+/g, (path) => join(stage.folder, path))
  const ids = own.replaceAll(/\bchown node\b/g, `chown ${nodeUser}`)
  const options = { cwd: join(stage.folder, stage.workdir), encoding: 'utf8' } as const
  execFileSync('sh', ['-euc', ids], {
    ...options,
    env: envOf(stage, {}),
    stdio: 'pipe',
    timeout: 300_000,
  })
}

function sizeOf(folder: string): number {
  const [kilobytes = '0'] = execFileSync('du', ['-sk', folder], { encoding: 'utf8' }).split('\t')
  return Number(kilobytes) * 1024
}
