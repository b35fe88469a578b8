import { describe, expect, it } from 'vitest'
import { readStaticFiles } from '../../src/page/create-inbox-page.ts'

const files = readStaticFiles()
const textOf = (path: string) => String(files.find((file) => file.path === path)?.bytes)
const endingWith = (end: string) => files.filter(({ path }) => path.endsWith(end))
const page = textOf('/')

/** Whatever can turn text into markup, script or a request that the page did not mean. */
const sinks =
  /innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment|srcdoc|\beval\b|new Function|setTimeout\(['"`]|javascript:|\.style\b|import\(/

describe('the files of the page', () => {
  it('are served by what they are', () => {
    const types = new Set(
      files.map(({ path, type }) => [path.replace(/^.*\./, '.'), type].join(' ')),
    )
    expect([...types].toSorted()).toEqual([
      '.css text/css; charset=utf-8',
      '.js text/javascript; charset=utf-8',
      '.svg image/svg+xml',
      '/ text/html; charset=utf-8',
    ])
  })

  it('are all there that one of them names', () => {
    const named = [
      ...page.matchAll(/(?:src|href)="([^"#]+)"/g),
      ...endingWith('.js').flatMap(({ bytes }) => [
        ...String(bytes).matchAll(/from '\.([^']+\.js)'/g),
      ]),
    ].map(([, path]) => path)
    const known = files.map(({ path }) => path)
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((path = '') => !known.includes(path) && !path.startsWith('/api/'))).toEqual(
      [],
    )
  })

  it('are each used by another one', () => {
    const all = files.map(({ bytes }) => String(bytes)).join('\n')
    const unused = files.filter(
      ({ path }) => path !== '/' && !all.includes(`${path}'`) && !all.includes(`${path}"`),
    )
    expect(unused.map(({ path }) => path)).toEqual([])
  })

  it('have no inline script or style, and nothing of another site', () => {
    expect(page).not.toMatch(/<style|<script(?![^>]* src=)|\son\w+=|\sstyle=/i)
    for (const { path, bytes } of files) {
      const urls = [...String(bytes).matchAll(/https?:\/\/[^\s"'<>)]*/g)].map(([url]) => url)
      expect([path, urls.filter((url) => url !== 'http://www.w3.org/2000/svg')]).toEqual([path, []])
    }
  })

  it('have no way for text to become markup', () => {
    for (const { path, bytes } of endingWith('.js')) {
      expect([path, String(bytes).match(sinks)?.[0]]).toEqual([path, undefined])
    }
  })

  it('have every id that a script looks for', () => {
    const ids = new Set([...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id))
    const wanted = endingWith('.js').flatMap(({ bytes }) =>
      [...String(bytes).matchAll(/find\('([^']+)'/g)].map(([, id]) => id),
    )
    expect(wanted.filter((id) => !ids.has(id))).toEqual([])
    expect(page.match(/\sid="/g)).toHaveLength(ids.size)
  })
})
