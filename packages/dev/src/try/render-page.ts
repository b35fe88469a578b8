import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { operations, securitySchemes } from '@partner-platform/types'
import { escapeHtml } from '../escape-html.ts'
import { sampleChanges } from '../round-trip.ts'
import { root } from '../workspaces.ts'
import { readBodyExample } from './read-body-example.ts'

/** The page with its forms filled in, so that nothing moves once its script runs. `shown` fills its other placeholders. */
export function renderPage(shown: Record<string, string>): string {
  const texts = Object.entries(shown).map(([name, text]) => [name, escapeHtml(text)])
  const calls = Object.values(operations)
  const parts: Record<string, string> = {
    ...Object.fromEntries(texts),
    ...headerText,
    operations: calls
      .map(({ id, method, path }) => toOption(`${method} ${path}`, { id, method, path }))
      .join(''),
    fields: calls.map(toFields).join(''),
    schemes: Object.values(securitySchemes).map(toScheme).join(''),
    examples: sampleChanges.map((name) => toOption(name)).join(''),
  }
  const page = readFileSync(join(import.meta.dirname, 'page.html'), 'utf8')
  return page.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => parts[name] ?? '')
}

/** What a browser can send in a header. */
const headerText = {
  pattern: String.raw`[\x20-\x7E\xA0-\xFF]*`,
  title: 'A header can contain only Latin-1 characters.',
}

/** Each way to send a key, as the documents name it. */
const toScheme = (scheme: (typeof securitySchemes)[keyof typeof securitySchemes]) =>
  scheme.type === 'apiKey'
    ? toOption(scheme.name, { header: scheme.name, prefix: '' })
    : toOption('Authorization: Bearer', { header: 'Authorization', prefix: 'Bearer ' })

/** The parameters and the body of an operation. The script shows those of the chosen one. */
function toFields({ id, method, path, parameters, requestBody }: Operation, at: number): string {
  const inputs = (['path', 'query', 'header'] as const).flatMap((place) =>
    Object.entries(parameters[place]).map(([name, { required }]) => {
      const rules = { ...(required && { required: '' }), ...(place === 'header' && headerText) }
      return `<label>${escapeHtml(name)} (${place}) <input${toData({ place, name })}${toAttributes(rules)}></label>`
    }),
  )
  const body =
    requestBody === null
      ? ''
      : `<label>Body <textarea data-place="body" spellcheck="false">${escapeHtml(readBodyExample(specsFile, { method, path }))}</textarea></label>`
  return `<fieldset${toData({ id })}${at === 0 ? '' : ' hidden disabled'}>${inputs.join('')}${body}</fieldset>`
}

/** An operation of any document, with or without parameters and a body. */
type Operation = {
  id: string
  method: string
  path: string
  parameters: Record<'path' | 'query' | 'header', Record<string, { required: boolean }>>
  requestBody: object | null
}

const specsFile = join(root, 'specs/openapi.yaml')

const toOption = (text: string, data: Record<string, string> = {}) =>
  `<option${toData(data)}>${escapeHtml(text)}</option>`

const toData = (data: Record<string, string>) =>
  toAttributes(
    Object.fromEntries(Object.entries(data).map(([name, value]) => [`data-${name}`, value])),
  )

const toAttributes = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join('')
