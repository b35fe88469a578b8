import { type PGlite, parse, protocol, type QueryOptions, type Results } from '@electric-sql/pglite'
import { mostPrepared } from './store.ts'

const { serialize } = protocol

/** The name of a prepared statement, and the types of its parameters. */
type Prepared = { name: string; types: number[] }

const statements = new WeakMap<PGlite, Map<string, Prepared>>()

type Query = PGlite['query']

/**
 * Does the same as `plain`, several times as fast: a statement with parameters is parsed and planned only
 * once, and then takes one message to the engine instead of six.
 */
export const prepareOn =
  (pglite: PGlite, plain: Query): Query =>
  async <Row>(text: string, params: unknown[] = [], options?: QueryOptions) => {
    const known = statements.get(pglite) ?? new Map<string, Prepared>()
    statements.set(pglite, known)
    const isFull = known.size >= mostPrepared && !known.has(text)
    if (params.length === 0 || isFull) return plain<Row>(text, params, options)
    return pglite.runExclusive(async () => {
      const { name, types } = known.get(text) ?? (await prepare(pglite, text))
      known.set(text, { name, types })
      const values = params.map((param, index) => {
        if (param === null || param === undefined) return null
        return (pglite.serializers[types[index] ?? 0] ?? String)(param)
      })
      try {
        const messages = await send(
          pglite,
          serialize.bind({ statement: name, values }),
          serialize.describe({ type: 'P' }),
          serialize.execute({}),
        )
        return parse.parseResults(messages, pglite.parsers, options)[0] as Results<Row>
      } catch (error) {
        // A statement whose columns changed their type fails until it is prepared again.
        if ((error as { code?: unknown }).code === '0A000') known.delete(text)
        throw error
      }
    })
  }

let count = 0

async function prepare(pglite: PGlite, text: string): Promise<Prepared> {
  const name = `s${count++}`
  const described = await send(
    pglite,
    serialize.parse({ name, text }),
    serialize.describe({ type: 'S', name }),
  )
  return { name, types: parse.parseDescribeStatementResults(described) }
}

const send = (pglite: PGlite, ...messages: Uint8Array[]) =>
  pglite.execProtocolStream(Buffer.concat([...messages, serialize.sync()]))
