import { posix } from 'node:path'

/** An address of the site, `/guides/errors/#codes`, as it is written in the page or file at `from`. */
export function toRelative(address: string, from: string): string {
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(address) ?? []
  const folder = from.slice(0, from.lastIndexOf('/') + 1)
  const way = posix.relative(folder, path)
  const start = way.startsWith('.') ? '' : './'
  const end = path.endsWith('/') && way !== '' ? '/' : ''
  return `${start}${way}${end}${rest}`
}
