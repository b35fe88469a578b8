import { createHash } from 'node:crypto'
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
import { basename, dirname, extname, join } from 'node:path'
import { stringify } from 'yaml'
import { bundleDocument } from '../redocly/ask-redocly.ts'
import { addWebhooks } from './add-webhooks.ts'
import { BundleError, documents, type JsonObject } from './documents.ts'
import { renderRedoc } from './render-redoc.ts'
import { toReadersSchemas, toReadersView } from './to-readers-view.ts'

interface Options {
  specs: string
  outDir: string
  /** Writes the page of a bundled document. @default Redoc */
  render?: typeof renderRedoc
}

/**
 * Writes every document of `specs` as one file that needs no other: JSON, YAML and a Redoc page, and
 * the manifest of those that are published. `outDir` is replaced as a whole, once all of it is built;
 * the same documents give the same bytes.
 *
 * @throws {BundleError} when a document does not bundle or render; `outDir` then stays as it was.
 */
export async function buildBundles({ specs, outDir, render = renderRedoc }: Options) {
  const work = mkdtempSync(join(tmpdir(), 'specs-bundles-'))
  const folder = join(work, 'dist')
  mkdirSync(folder)
  // The dot hides it from programs that read all of `specs` meanwhile.
  const draft = join(dirname(outDir), `.${basename(outDir)}.draft`)
  try {
    const bundles = await bundleAll(specs)
    const pages = bundles.map(({ id, bundle }) => {
      const json = join(folder, `${id}.json`)
      writeFileSync(json, toJson(bundle))
      writeFileSync(join(folder, `${id}.yaml`), toYaml(bundle))
      return render(json, { page: join(folder, `${id}.html`), title: bundle.info.title, specs })
    })
    // If one fails, wait until the others stop writing.
    await Promise.allSettled(pages)
    await Promise.all(pages)
    const files = bundles.flatMap(({ id, isPublished, bundle }) => {
      if (!isPublished) return []
      const written = ['json', 'yaml', 'html'].map((ending) => `${id}.${ending}`)
      const names = [...written, ...writeViews(folder, id, bundle)]
      return names.map((name) => toManifestFile(folder, name, bundle))
    })
    const manifest = toJson({ package: '@partner-platform/specs', files })
    writeFileSync(join(folder, 'manifest.json'), manifest)
    // A copy, as `outDir` may be on another file system.
    rmSync(draft, { recursive: true, force: true })
    cpSync(folder, draft, { recursive: true })
    rmSync(outDir, { recursive: true, force: true })
    renameSync(draft, outDir)
  } finally {
    for (const one of [draft, work]) rmSync(one, { recursive: true, force: true })
  }
}

async function bundleAll(specs: string) {
  const bundles = new Map<string, JsonObject>()
  for (const { id } of documents) {
    const bundle = await bundleDocument(id, { folder: specs }).catch((cause: Error) => {
      throw new BundleError(`${id}.yaml cannot be bundled: ${cause.message}`, { cause })
    })
    bundles.set(id, bundle)
  }
  const [openapi = {}, asyncapi = {}] = [bundles.get('openapi'), bundles.get('asyncapi')]
  bundles.set('openapi', addWebhooks(openapi, asyncapi))
  return documents.map((one) => ({ ...one, bundle: bundles.get(one.id) ?? {} }))
}

/** What readers take of a document, as a document and as a JSON Schema of each body and item; gives the names. */
function writeViews(folder: string, id: string, bundle: JsonObject): string[] {
  const view = toReadersView(bundle)
  const schemas = [...toReadersSchemas(view, bundle)].map(
    ([name, schema]) => [`${name}.reader.schema.json`, schema] as const,
  )
  return [[`${id}.reader.json`, view] as const, ...schemas].flatMap(([name, value]) => {
    if (existsSync(join(folder, name))) return []
    writeFileSync(join(folder, name), toJson(value))
    return [name]
  })
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.json': 'application/json',
  '.yaml': 'application/yaml',
  '.html': 'text/html; charset=utf-8',
}

/** What a reader needs to check a fetched or embedded file, with the title and version of its document. */
function toManifestFile(folder: string, name: string, { info }: JsonObject) {
  const content = readFileSync(join(folder, name))
  return {
    name,
    mediaType: mediaTypes[extname(name)] ?? '',
    bytes: content.length,
    // In the form of the HTML attribute `integrity`.
    integrity: `sha384-${createHash('sha384').update(content).digest('base64')}`,
    title: info.title,
    version: info.version,
  }
}

const toJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

/** What YAML 1.1 would take for a date or a truth value is quoted, as many readers are of that version. */
const toYaml = (value: unknown) =>
  stringify(value, { compat: 'yaml-1.1', lineWidth: 0, aliasDuplicateObjects: false })
