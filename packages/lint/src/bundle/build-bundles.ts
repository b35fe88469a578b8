import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { stringify } from 'yaml'
import { bundleDocument } from '../redocly/ask-redocly.ts'
import { addWebhooks } from './add-webhooks.ts'
import { BundleError, documents, type JsonObject } from './documents.ts'
import { renderRedoc } from './render-redoc.ts'
import { type BuiltFile, toManifest } from './to-manifest.ts'
import { toReadersSchemas, toReadersView } from './to-readers-view.ts'

/**
 * Writes every document of `specs` as one file that needs no other: JSON, YAML and a Redoc page, and
 * the manifest of those that are published. `outDir` is replaced as a whole, once all of it is built;
 * the same documents give the same bytes.
 *
 * @throws {BundleError} when a document does not bundle or render; `outDir` then stays as it was.
 */
export async function buildBundles({
  specs,
  outDir,
  render = renderRedoc,
}: {
  specs: string
  outDir: string
  /** Writes the page of a bundled document. @default Redoc */
  render?: typeof renderRedoc
}): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'specs-bundles-'))
  // With a dot before it, as those who read all of `specs` meanwhile shall not meet it.
  const draft = join(dirname(outDir), `.${basename(outDir)}.draft`)
  try {
    const bundles = await bundleAll(specs)
    const folder = join(work, 'dist')
    mkdirSync(folder)
    const ready = [...bundles].map(([id, bundle]) => writeBundle(folder, { id, bundle }))
    await settle(ready.map((one) => render(one.json, { ...one, specs })))
    const files = documents
      .filter(({ isPublished }) => isPublished)
      .flatMap(({ id }) => {
        const bundle = bundles.get(id) as JsonObject
        const views = writeViews(folder, { id, bundle })
        const names = ['json', 'yaml', 'html'].map((ending) => `${id}.${ending}`)
        return readFiles(folder, [...names, ...views], bundle)
      })
    writeFileSync(join(folder, 'manifest.json'), toJson(toManifest(files)))
    // A copy, as `outDir` may be on another file system.
    rmSync(draft, { recursive: true, force: true })
    cpSync(folder, draft, { recursive: true })
    rmSync(outDir, { recursive: true, force: true })
    renameSync(draft, outDir)
  } finally {
    for (const folder of [draft, work]) rmSync(folder, { recursive: true, force: true })
  }
}

async function bundleAll(specs: string) {
  const bundles = new Map<string, JsonObject>()
  for (const { id } of documents) {
    const bundle = await bundleDocument(id, { folder: specs }).catch((cause: Error) => {
      throw new BundleError(`${id}.yaml does not bundle: ${cause.message}`, { cause })
    })
    bundles.set(id, bundle)
  }
  const [openapi, asyncapi] = [bundles.get('openapi') ?? {}, bundles.get('asyncapi') ?? {}]
  return bundles.set('openapi', addWebhooks(openapi, asyncapi))
}

interface Bundled {
  id: string
  bundle: JsonObject
}

function writeBundle(folder: string, { id, bundle }: Bundled) {
  const json = join(folder, `${id}.json`)
  writeFileSync(json, toJson(bundle))
  writeFileSync(join(folder, `${id}.yaml`), toYaml(bundle))
  return { json, page: join(folder, `${id}.html`), title: bundle.info.title as string }
}

/** What readers take of a document, as a document and as a JSON Schema of each body; gives the names. */
function writeViews(folder: string, { id, bundle }: Bundled): string[] {
  const view = toReadersView(bundle)
  const files = new Map([[`${id}.reader.json`, view]])
  for (const [name, schema] of toReadersSchemas(view))
    files.set(`${name}.reader.schema.json`, schema)
  const isNew = ([name]: [string, JsonObject]) => !existsSync(join(folder, name))
  const written = [...files].filter(isNew)
  for (const [name, value] of written) writeFileSync(join(folder, name), toJson(value))
  return written.map(([name]) => name)
}

const readFiles = (folder: string, names: string[], { info }: JsonObject): BuiltFile[] =>
  names.map((name) => ({
    name,
    title: info.title,
    version: info.version,
    content: readFileSync(join(folder, name)),
  }))

const toJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

/** What YAML 1.1 would take for a date or a truth value is quoted, as many readers are of that version. */
const toYaml = (value: unknown) =>
  stringify(value, { compat: 'yaml-1.1', lineWidth: 0, aliasDuplicateObjects: false })

/** Waits for all of them, so that none writes on after another has failed. */
async function settle<Result>(tasks: Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(tasks)
  return Promise.all(tasks)
}
