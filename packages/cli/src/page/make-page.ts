import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname, extname, join, resolve } from 'node:path'
import { isScalar, visit } from 'yaml'
import type { Finished, Given } from '../command.ts'
import { CliError, usageError } from '../errors.ts'
import {
  applyAll,
  checkDocument,
  sayApplied,
  toJson,
  writeWhole,
} from '../overlay/apply-overlays.ts'
import { parseTree, type Tree } from '../overlay/read-tree.ts'
import { readFile } from '../read-file.ts'
import type { pageCommand } from './page-command.ts'

export async function makePage(given: Given<typeof pageCommand>): Promise<Finished> {
  const { page: path, out } = given
  const inputs = [path, ...given.overlay, ...(given.logo === undefined ? [] : [given.logo])]
  if (inputs.some((input) => resolve(input) === resolve(out)))
    throw usageError(`The command reads ${out}. Write the page to another file.`)
  const { parts, tree } = await readInput(path)
  const logo = given.logo === undefined ? undefined : await readPicture(given.logo)
  const actions = await applyAll(given.overlay, tree)
  const changed = tree.document.toJS()
  const { info } = changed
  if (typeof info?.title !== 'string')
    throw new CliError(
      'overlay-failed',
      'The overlays remove info.title. Keep it: it names the page.',
    )
  const old = typeof info['x-logo'] === 'object' ? info['x-logo'] : {}
  if (logo !== undefined) info['x-logo'] = { altText: info.title, ...old, url: logo }
  else checkLogo(info['x-logo']?.url)
  const content = fill(parts, {
    title: info.title,
    style: toStyle(given),
    definition: toJson(changed, 0),
  })
  await writeWhole(out, content)
  const integrity = `sha384-${digestOf('sha384', content)}`
  return {
    exitCode: 0,
    document: { ok: true, out, integrity, actions },
    text: `${out}: ${given.overlay.length > 0 ? sayApplied(actions) : 'written.'}\nintegrity: ${integrity}`,
  }
}

/** A page in the order of its parts. What Redoc drew for the old document is left out. */
interface Parts {
  head: string
  /** From the end of the head to the beginning of the script. */
  body: string
  /** The script up to the document. */
  code: string
  definition: string
  /** The rest of the script. */
  call: string
  end: string
}

const limitBytes = 64 * 1024 * 1024
const marks = { head: '</head>', root: '<div id="redoc">', script: '<script type="module">' }
/** The document is on a line of its own: text in JSON has no line breaks. */
const documentLine = /(\n *const __redoc_definition = )(\{[^\n]*\});\n/

/** A page and the document in it, or a document and the page of the contract that will show it. */
async function readInput(path: string): Promise<{ parts: Parts; tree: Tree }> {
  const text = await readText(path, 'a Redoc page or a document')
  if (/^\s*</.test(text)) {
    const parts = toPage(text, path)
    return { parts, tree: parseTree(parts.definition, { path, code: 'not-a-page' }) }
  }
  const tree = parseTree(text, { path, code: 'not-a-document' })
  checkDocument(tree)
  checkTitle(tree)
  checkReferences(tree)
  const page = findPage()
  return { parts: toPage(await readText(page, 'a Redoc page'), page), tree }
}

async function readText(path: string, what: string): Promise<string> {
  return (await readFile(path, { what, limitBytes })).toString().replace(/^\uFEFF/, '')
}

function checkTitle({ path, value }: Tree): void {
  if (typeof (value as { info?: { title?: unknown } }).info?.title === 'string') return
  throw new CliError(
    'not-a-document',
    `${path} has no info.title. Add it: it is the title of the page.`,
  )
}

function checkReferences({ path, document, lineOf }: Tree): void {
  visit(document, {
    Pair(_, { key, value }) {
      if (!isScalar(key) || key.value !== '$ref' || !isScalar(value)) return
      if (typeof value.value !== 'string' || value.value.startsWith('#')) return
      throw new CliError(
        'not-a-document',
        `${path}:${lineOf(value)} refers to ${value.value}, but the page is one file. Bundle the document first, for example with npx @redocly/cli bundle.`,
      )
    },
  })
}

/** The page of the contract in the working directory or above it. Its script can show both kinds of documents. */
function findPage(): string {
  const page = 'node_modules/@partner-platform/specs/dist/openapi.html'
  for (let folder = process.cwd(); ; folder = dirname(folder)) {
    if (existsSync(join(folder, page))) return join(folder, page)
    if (folder === dirname(folder)) break
  }
  throw new CliError(
    'file-unusable',
    `Cannot find ${page} in this folder or above it. Run npm install --save-dev @partner-platform/specs.`,
  )
}

/** Throws a `CliError` unless the text is an unedited page of the contract, in a form that this version knows. */
function toPage(text: string, path: string): Parts {
  const parts = toParts(text)
  const { head, code, definition, call } = parts
  if (definition !== '' && head.includes(digestOf('sha256', code + definition + call))) return parts
  throw new CliError(
    'not-a-page',
    `${path} is not a Redoc page of the contract. Name openapi.html or asyncapi.html of @partner-platform/specs, or a document.`,
  )
}

function toParts(text: string): Parts {
  const headEnd = text.indexOf(marks.head)
  const rootAt = text.indexOf(marks.root, headEnd) + marks.root.length
  const scriptAt = text.indexOf(marks.script, rootAt)
  const sourceAt = scriptAt + marks.script.length
  const end = text.indexOf('</script>', sourceAt)
  const source = text.slice(sourceAt, end)
  const [, start = '', definition = ''] = documentLine.exec(source) ?? []
  const definitionAt = source.indexOf(start) + start.length
  return {
    head: text.slice(0, headEnd),
    body: text.slice(headEnd, rootAt) + text.slice(text.lastIndexOf('</div>', scriptAt), sourceAt),
    code: source.slice(0, definitionAt),
    definition,
    call: source.slice(definitionAt + definition.length),
    end: text.slice(end),
  }
}

type Filling = { title: string; style: string; definition: string }

function fill({ head, body, code, definition, call, end }: Parts, own: Filling): string {
  // A script ends at the first end tag, even inside a string.
  const source = code + own.definition.replaceAll('<', '\\u003c') + call
  const ownHead = head
    .replace(digestOf('sha256', code + definition + call), digestOf('sha256', source))
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(own.title)}</title>`)
  return ownHead + own.style + body + source + end
}

const digestOf = (algorithm: string, text: string) =>
  createHash(algorithm).update(text).digest('base64')

const escapeHtml = (text: string) =>
  text.replaceAll(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)

/** The custom properties that Redoc takes its colours from. */
const colored = [
  ...['--color-primary-base', '--color-primary-hover', '--color-primary-active'],
  ...['--link-color-primary-palette', '--link-color-primary-legacy'],
]

function toStyle({ color, 'dark-color': dark }: Given<typeof pageCommand>): string {
  const rule = (selector: string, value: string | undefined) =>
    value === undefined
      ? ''
      : `${selector}{${colored.map((name) => `${name}:${value}!important`).join(';')}}`
  const rules = rule(':root', color) + rule(':root.dark', dark)
  return rules === '' ? '' : `<style>${rules}</style>\n`
}

/** The policy of the page blocks every connection, so a logo elsewhere would never show. */
function checkLogo(url: unknown): void {
  if (url === undefined || String(url).startsWith('data:')) return
  throw usageError('The logo in info.x-logo needs the network. Pass a local file with --logo.')
}

const pictureTypes: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
}

async function readPicture(path: string): Promise<string> {
  const type = pictureTypes[extname(path).toLowerCase()]
  if (type === undefined) {
    const endings = Object.keys(pictureTypes).join(', ')
    throw usageError(`--logo must be a file ending in ${endings}.`)
  }
  const bytes = await readFile(path, { what: 'a logo', limitBytes: 256 * 1024 })
  return `data:${type};base64,${bytes.toString('base64')}`
}
