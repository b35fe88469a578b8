import { type PGlite, parse, protocol, type Results } from '@electric-sql/pglite'
import { mostPrepared } from './store.ts'

const { serialize } = protocol

type Query = PGlite['query']

/** The name of a prepared statement, and the types of its parameters. */
type Prepared = { name: string; types: number[] }

/**
 * Makes an engine parse and plan each statement with parameters only once. The statement then takes one
 * message to the engine instead of six.
 */
export function prepareStatements(pglite: PGlite): PGlite {
  const [query, transaction] = [pglite.query.bind(pglite), pglite.transaction.bind(pglite)]
  const known = new Map<string, Prepared>()
  let names = 0

  const send = (...messages: Uint8Array[]) =>
    pglite.execProtocolStream(Buffer.concat([...messages, serialize.sync()]))
  const prepare = async (text: string): Promise<Prepared> => {
    const name = `s${names++}`
    const described = await send(
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
    )
    const prepared = { name, types: parse.parseDescribeStatementResults(described) }
    known.set(text, prepared)
    return prepared
  }
  const prepareOr =
    (plain: Query): Query =>
    async <Row>(...[text, params = [], options]: Parameters<Query>) => {
      const isFull = known.size >= mostPrepared && !known.has(text)
      if (params.length === 0 || isFull) return plain<Row>(text, params, options)
      return pglite.runExclusive(async () => {
        const { name, types } = known.get(text) ?? (await prepare(text))
        const values = params.map((param, index) => {
          if (param === null || param === undefined) return null
          return (pglite.serializers[types[index] ?? 0] ?? String)(param)
        })
        try {
          const messages = await send(
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

  pglite.query = prepareOr(query)
  pglite.transaction = (work) =>
    transaction((tx) => {
      const prepared = prepareOr(tx.query)
      // Only PGlite's own refuses statements after the end of the transaction.
      const queryTx: Query = (...args) => (tx.closed ? tx.query : prepared)(...args)
      return work(Object.create(tx, { query: { value: queryTx } }))
    })
  return pglite
}
