import { expect, it } from 'vitest'
import { readStaticFiles } from '../../src/page/create-inbox-page.ts'

const files = readStaticFiles().map(({ bytes, ...file }) => ({ ...file, text: String(bytes) }))
const page = files.find(({ path }) => path === '/')?.text ?? ''
const scripts = files.filter(({ path }) => path.endsWith('.js'))
const matchesIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, found = '']) => found)

/** Everything that can turn text into markup or script, or send an unintended request. */
const sinks =
  /innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment|srcdoc|\beval\b|new Function|setTimeout\(['"`]|javascript:|\.style\b|import\(/

it('static files exist if and only if another file names them', () => {
  const named = new Set([
    ...matchesIn(page, /(?:src|href)="([^"#]+)"/g),
    ...scripts.flatMap(({ text }) => matchesIn(text, /from '\.([^']+\.js)'/g)),
  ])
  const own = [...named].filter((path) => !path.startsWith('/api/'))
  expect(own.toSorted()).toEqual(
    files
      .map(({ path }) => path)
      .filter((path) => path !== '/')
      .toSorted(),
  )
})

it('static files contain no inline script or style, no other site, and no way for text to become markup', () => {
  expect(page).not.toMatch(/<style|<script(?![^>]* src=)|\son\w+=|\sstyle=/i)
  for (const { path, text } of files) {
    const urls = matchesIn(text, /(https?:\/\/[^\s"'<>)]*)/g)
    expect([path, urls.filter((url) => url !== 'http://www.w3.org/2000/svg')]).toEqual([path, []])
  }
  for (const { path, text } of scripts) {
    expect([path, text.match(sinks)?.[0]]).toEqual([path, undefined])
  }
})

it('the page contains every id that a script looks for, once', () => {
  const ids = matchesIn(page, /\sid="([^"]+)"/g)
  const wanted = scripts.flatMap(({ text }) => matchesIn(text, /find\('([^']+)'/g))
  expect(wanted.length).toBeGreaterThan(20)
  expect(wanted.filter((id) => !ids.includes(id))).toEqual([])
  expect(new Set(ids).size).toBe(ids.length)
})
