import { join, relative, resolve } from 'node:path'
import {
  BaseResolver,
  bundle,
  type Config,
  type Document,
  lint,
  lintConfig,
  loadConfig,
  type NormalizedProblem,
  ResolveError,
  Source,
} from '@redocly/openapi-core'

/** The documents of a folder with a `redocly.yaml`. */
export type Documents = {
  folder: string
  /** The files by path below the folder; nothing else is read. Without it, files are read from disk. */
  files?: ReadonlyMap<string, Uint8Array>
}

export type RedoclyProblem = {
  rule: string
  message: string
  /** Suggested words, the most likely first. */
  suggest: readonly string[]
  /** Path below the folder, with `/`. */
  file: string
  pointer: string
  /** Whether the problem is with the key of the entry, not with its value. */
  isOnKey: boolean
}

/** The problems of `redocly.yaml`, which hide all others, or the problems of the document. */
export type RedoclyReport = { settings: RedoclyProblem[]; problems: RedoclyProblem[] }

/**
 * Lints the document that `redocly.yaml` lists under the name `api`, with the rules it has there.
 *
 * @throws what Redocly throws if it cannot read the settings or the document.
 */
export async function lintDocument(api: string, documents: Documents): Promise<RedoclyReport> {
  const { config, problems } = await readSettings(documents)
  if (problems.length > 0) return { settings: problems, problems: [] }
  const found = await lint({
    ref: rootOf(api, documents, config),
    config: config.forAlias(api),
    externalRefResolver: createResolver(documents, { keep: true }),
  })
  return { settings: [], problems: toProblems(found, documents) }
}

/**
 * The document that `redocly.yaml` lists under the name `api`, with no `$ref` to another file.
 *
 * @throws {Error} if it does not bundle.
 */
export async function bundleDocument(
  api: string,
  documents: Documents,
): Promise<Record<string, unknown>> {
  const { config } = await readSettings(documents)
  const { bundle: bundled, problems } = await bundle({
    ref: rootOf(api, documents, config),
    config: config.forAlias(api),
    externalRefResolver: createResolver(documents, { keep: false }),
  })
  const [first] = toProblems(problems, documents)
  if (first) throw new Error(`${first.file}${first.pointer} cannot be bundled: ${first.message}`)
  return bundled.parsed as Record<string, unknown>
}

const rootOf = (api: string, { folder }: Documents, { resolvedConfig }: Config) =>
  resolve(folder, resolvedConfig.apis?.[api]?.root ?? `${api}.yaml`)

type Settings = { config: Config; problems: RedoclyProblem[] }

/** Settings are read again only if their bytes change. */
const knownSettings = new WeakMap<Uint8Array, { folder: string; settings: Promise<Settings> }>()

function readSettings(documents: Documents): Promise<Settings> {
  const { folder, files } = documents
  const bytes = files?.get('redocly.yaml')
  const known = bytes && knownSettings.get(bytes)
  if (known?.folder === folder) return known.settings
  const settings = loadSettings(documents)
  if (bytes) knownSettings.set(bytes, { folder, settings })
  return settings
}

async function loadSettings(documents: Documents): Promise<Settings> {
  const externalRefResolver = createResolver(documents, { keep: true })
  const configPath = join(documents.folder, 'redocly.yaml')
  const config = await loadConfig({ configPath, externalRefResolver })
  const found = await lintConfig({ config, severity: 'error', externalRefResolver })
  return { config, problems: toProblems(found, documents) }
}

/** Documents that were parsed for linting. Bundling does not share them, because it changes them. */
const knownDocuments = new WeakMap<Uint8Array, Document>()

function createResolver({ folder, files }: Documents, { keep }: { keep: boolean }): BaseResolver {
  const resolver = new BaseResolver()
  if (!files) return resolver
  const bytesOf = (path: string) => files.get(toFile(folder, path))
  resolver.loadExternalRef = async (path) => {
    const bytes = bytesOf(path)
    if (bytes) return new Source(path, new TextDecoder().decode(bytes).replaceAll('\r\n', '\n'))
    throw new ResolveError(new Error(`${toFile(folder, path)} does not exist.`))
  }
  const parse = resolver.parseDocument.bind(resolver)
  resolver.parseDocument = (source, isRoot = false) => {
    const bytes = keep ? bytesOf(source.absoluteRef) : undefined
    const known = bytes && knownDocuments.get(bytes)
    if (known?.source.absoluteRef === source.absoluteRef) return known
    const document = parse(source, isRoot)
    if (bytes) knownDocuments.set(bytes, document)
    return document
  }
  return resolver
}

const toFile = (folder: string, path: string) => relative(folder, path).replaceAll('\\', '/')

/** A message of Redocly as one line without Markdown. */
export const plainMessage = (message: string): string =>
  message
    .replaceAll('`', '')
    .replaceAll(/\s*\n\s*(- )?/g, ' ')
    .trim()

const toProblems = (found: NormalizedProblem[], { folder }: Documents): RedoclyProblem[] =>
  found
    .filter(({ ignored }) => !ignored)
    .map(({ ruleId, message, suggest, location: [place] }) => ({
      rule: ruleId,
      message: plainMessage(message),
      suggest: suggest ?? [],
      file: place ? toFile(folder, place.source.absoluteRef) : '',
      pointer: place?.pointer ?? '#',
      isOnKey: place?.reportOnKey ?? false,
    }))
