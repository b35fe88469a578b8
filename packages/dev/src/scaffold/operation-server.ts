import type { Draft } from './draft.ts'
import { addRule, insertBefore } from './edit-text.ts'
import type { OperationNames } from './name-operation.ts'
import { sampleOf } from './operation-examples.ts'
import { toCamel, toKebab, toPascal, toWords } from './words.ts'

const app = 'apps/server'

/** Adds the route, its line among the routes, its test and its rule in the README. */
export function addToServer(draft: Draft, names: OperationNames, decision: string): void {
  const file = toKebab(toWords(names.id))
  draft.add(`${app}/src/routes/${file}.ts`, renderRoute(names, decision))
  draft.add(`${app}/test/routes/${file}.test.ts`, renderTest(names, decision))
  draft.change(`${app}/src/build-public-app.ts`, (text) => {
    const imported = insertBefore(
      text,
      /^import /m,
      `import { ${nameOf(names)}, ${toCamel(names.many)} } from './routes/${file}.ts'\n`,
    )
    const route = `    .route(operations.${names.id}, ${nameOf(names)}(${toCamel(names.many)}))\n`
    return insertBefore(imported, /^ +\.register\(app\)$/m, route)
  })
  draft.change(`${app}/README.md`, (text) => addRule(text, decision))
}

const nameOf = ({ id }: OperationNames) => `create${toPascal(toWords(id))}`

function renderRoute(names: OperationNames, decision: string): string {
  const { id, many, one } = names
  const [type, item, list] = [toPascal(toWords(id)), toPascal(one), toCamel(many)]
  return `import type { ${item}, ${item}List } from '@partner-platform/types'
import type { Handler } from '../contract/handler.ts'
import type { partnerSurface } from './partner-surface.ts'
import type { providedHeaders } from './provided-headers.ts'

type ${type} = Handler<typeof partnerSurface, '${id}', (typeof providedHeaders)[number]>

/** The ${many.join(' ')} of the service. */
export const ${list}: readonly ${item}[] = [
  { uuid: '${sampleOf(names).uuid}', name: '${sampleOf(names).name}' },
]

/**
 * Answers with the ${many.join(' ')}.
 * @see specs/decisions/ ${decision}
 */
export function ${nameOf(names)}(${list}: readonly ${item}[]): ${type} {
  const body: ${item}List = { status: true, statusCode: 200, result: [...${list}] }
  return () => ({ status: 200, body })
}
`
}

function renderTest(names: OperationNames, decision: string): string {
  const { id, many, one } = names
  const [list, item, file] = [toCamel(many), toPascal(one), toKebab(toWords(id))]
  return `import { examples } from '@partner-platform/contract-kit'
import { operations } from '@partner-platform/types'
import { parse${item}ListSent } from '@partner-platform/validators'
import { describe, expect, it } from 'vitest'
import { ${list} } from '../../src/routes/${file}.ts'
import { startServer } from '../start-server.ts'

const { path } = operations.${id}

describe('${id}', () => {
  it('${decision} answers with the ${many.join(' ')}', async () => {
    const { ask, bearer } = await startServer()
    const { status, text } = await ask({ path, headers: bearer })
    expect(status).toBe(200)
    expect(parse${item}ListSent(JSON.parse(text))).toMatchObject({
      ok: true,
      value: { status: true, statusCode: 200, result: ${list} },
    })
  })

  it('${decision} answers nobody without a key', async () => {
    const { ask } = await startServer()
    expect((await ask({ path })).status).toBe(401)
  })

  it('${decision} has ${many.join(' ')} of its own', () => {
    const example = examples('${item}').find(({ folder }) => folder === 'valid')
    const what = 'Write in src/routes/${file}.ts where the ${many.join(' ')} come from'
    expect(${list}, what).not.toContainEqual(example?.value)
  })
})
`
}
