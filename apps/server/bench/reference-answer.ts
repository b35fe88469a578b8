import { readFileSync } from 'node:fs'
import { get } from 'node:http'

/** The answer of the reference platform, which the other servers give too. */
export type ReferenceAnswer = {
  path: string
  /** Header of the request that carries the key. */
  keyHeader: readonly [name: string, value: string]
  /** Headers of the answer but those that Node's HTTP server writes by itself. */
  headers: readonly (readonly [name: string, value: string])[]
  body: string
}

const writtenByNode = ['date', 'connection', 'keep-alive', 'transfer-encoding']

/** Calls the platform once. Rejects unless it answers 200. */
export async function fetchReferenceAnswer(
  origin: string,
  { path, keyHeader }: Pick<ReferenceAnswer, 'path' | 'keyHeader'>,
): Promise<ReferenceAnswer> {
  const options = { agent: false, headers: { [keyHeader[0]]: keyHeader[1] } }
  const { promise, resolve, reject } = Promise.withResolvers<ReferenceAnswer>()
  get(`${origin}${path}`, options, async (response) => {
    let body = ''
    for await (const chunk of response.setEncoding('utf8')) body += chunk
    if (response.statusCode !== 200) return reject(new Error(`Status ${response.statusCode}.`))
    const { rawHeaders } = response
    const lines = rawHeaders.flatMap((name, index) =>
      index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ''] as const] : [],
    )
    const headers = lines.filter(([name]) => !writtenByNode.includes(name.toLowerCase()))
    resolve({ path, keyHeader, headers, body })
  }).on('error', reject)
  return promise
}

/** In a server that was started to give it: the answer that `main.ts` has written down. */
export const readReferenceAnswer = (): ReferenceAnswer =>
  JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
