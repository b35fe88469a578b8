import { expect, it } from 'vitest'
import { constants, operations, securitySchemes, servers } from '../src/index.ts'

it('1.5, D-028 contains nothing of the operator surface, which is not part of the contract', () => {
  const names = [constants, operations, securitySchemes, servers].flatMap((one) => Object.keys(one))
  expect(names).toContain('listCountries')
  expect(names.filter((name) => /operator/i.test(name))).toEqual([])
  const paths = Object.values(operations).map(({ path }) => path)
  expect(paths.filter((path) => !path.startsWith('/api/'))).toEqual([])
})
