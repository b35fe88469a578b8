import type { Database } from '@partner-platform/database'

/** Every row of every table of the platform and its job queue, as text. */
export async function dumpStore({ query }: Pick<Database, 'query'>): Promise<string> {
  const tables = await query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'pgboss', 'drizzle')`,
  )
  const dumps = tables.map(async ({ name }) => {
    const rows = await query<{ row: string }>(`select it::text as row from ${name} as it`)
    return [name, ...rows.map(({ row }) => row)].join('\n')
  })
  return (await Promise.all(dumps)).join('\n')
}

/** Whether a dump contains a text, plain, in hexadecimal or in base64. */
export const isIn = (dump: string, text: string): boolean =>
  [text, Buffer.from(text).toString('hex'), Buffer.from(text).toString('base64').slice(0, -4)].some(
    (form) => dump.includes(form),
  )
