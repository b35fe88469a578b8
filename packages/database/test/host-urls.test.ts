import { expect, it } from 'vitest'
import { toHostUrls } from '../src/postgres-pool.ts'

it.each([
  ['postgres://one/db', ['postgres://one/db']],
  ['postgresql://u:p@one:1/db?x=1', ['postgresql://u:p@one:1/db?x=1']],
  ['postgres:///db?host=/var/run', ['postgres:///db?host=/var/run']],
  [
    'postgres://u:p%2C@one:1,two:2,[::1]:3/db?x=1,2',
    [
      ...['postgres://u:p%2C@one:1/db?x=1,2', 'postgres://u:p%2C@two:2/db?x=1,2'],
      'postgres://u:p%2C@[::1]:3/db?x=1,2',
    ],
  ],
  ['postgres://a,b@one,two', ['postgres://a,b@one', 'postgres://a,b@two']],
])('%s names its hosts', (url, hosts) => {
  expect(toHostUrls(url)).toEqual(hosts)
})

it.each([
  ...['', 'postgres:', 'mysql://one/db', 'postgres://one,/db', 'postgres://,/db'],
  ...['postgres://one:70000,two/db', 'postgres://one two,three/db'],
])('%s is no Postgres URL', (url) => {
  expect(toHostUrls(url)).toBeUndefined()
})
