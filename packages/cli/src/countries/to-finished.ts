import type { Result } from '@partner-platform/client'
import type { Finished } from '../command-line/command.ts'
import type { Io } from '../io.ts'
import { formatTable } from '../terminal/format-table.ts'
import { toPlainText } from '../terminal/to-plain-text.ts'
import { describeFailure } from './describe-failure.ts'
import { describeRateLimit } from './describe-rate-limit.ts'

/** What the command ends with; the rate limit goes to standard error at once. */
export function toFinished(result: Result<'listCountries'>, io: Io): Finished {
  const limit = describeRateLimit(result.rateLimit)
  if (limit !== null) io.note(limit)
  const about = { rateLimit: result.rateLimit, requestId: result.requestId ?? null }
  if (result.status === 200) {
    const countries = result.data.result
    return {
      exitCode: 0,
      document: { ok: true, status: result.status, countries, ...about },
      text: toTable(countries, io),
    }
  }
  const { message, issues } = describeFailure(result)
  io.note([message, ...issues.map((issue) => `  ${issue.path}  ${issue.message}`)].join('\n'))
  return {
    exitCode: 1,
    document: { ok: false, status: result.status, message, issues, ...about },
    text: '',
  }
}

type Country = Extract<Result<'listCountries'>, { status: 200 }>['data']['result'][number]

function toTable(countries: readonly Country[], { style }: Io): string {
  if (countries.length === 0) return 'The service lists no countries.'
  const rows = countries.map(({ isoCode, name, currency, uuid }) =>
    [isoCode, name, currency, uuid].map(toPlainText),
  )
  const [head = '', ...lines] = formatTable([['code', 'name', 'currency', 'uuid'], ...rows]).split(
    '\n',
  )
  return [style.bold(head), ...lines].join('\n')
}
