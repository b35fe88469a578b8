import type { Report, Result } from '../report.ts'
import { escapeMarkup as escape } from './escape-markup.ts'
import {
  citeRule,
  describeStatus,
  describeSummary,
  groupByRule,
  type RuleGroup,
} from './group-by-rule.ts'
import { reportStyle } from './report-style.ts'

/** One HTML page that needs nothing else: no script, no request, light and dark. */
export function formatHtml(report: Report): string {
  const { target, url, environment, startedAt, durationMs } = report
  const title = `Conformance of ${target} ${url}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escape(title)}</title>
<style>${reportStyle}</style>
</head>
<body>
<header>
<h1>Conformance of the ${target}</h1>
<p class="url">${escape(url)}</p>
<p>${environment === null ? '' : `${escape(environment)}, `}<time datetime="${escape(startedAt)}">${escape(startedAt)}</time>, ${seconds(durationMs)} s</p>
${bar(report)}
<p class="summary ${report.ok ? 'passed' : 'failed'}">${escape(describeSummary(report))}</p>
</header>
<main>
${findings(report)}
${groupByRule(report).map(toSection).join('\n')}
</main>
</body>
</html>
`
}

const seconds = (ms: number) => (ms / 1000).toFixed(1)

/** The shares of each status; the sentence below says the same in words. */
function bar({ results }: Report): string {
  const parts = (['failed', 'warning', 'not-judged', 'passed'] as const).flatMap((status) => {
    const count = results.filter((result) => result.status === status).length
    return count === 0 ? [] : [`<i class="${status}" style="flex-grow:${count}"></i>`]
  })
  return `<div class="bar" aria-hidden="true">${parts.join('')}</div>`
}

function findings({ results }: Report): string {
  const found = results.filter(({ finding }) => finding)
  if (found.length === 0) return ''
  const items = found.map(
    (result) =>
      `<li class="${result.status}"><b>${describeStatus(result)}</b> <a href="#${escape(result.id)}">${escape(result.title)}</a> <span>${escape(result.rule)}</span></li>`,
  )
  return `<nav aria-label="Findings"><h2>Findings</h2><ul>${items.join('')}</ul></nav>`
}

const toSection = ({ rule, says, results }: RuleGroup) =>
  `<section><h2><span>${escape(rule)}</span> ${escape(says)}</h2>
${results.map(toDetails).join('\n')}
</section>`

function toDetails(result: Result): string {
  const rows: [string, string][] = [
    ['Expected', result.expected],
    ['Received', result.received],
    ...(result.next === '' ? [] : [['To do', result.next] as [string, string]]),
    ['Rule', citeRule(result)],
    ['Check', `${result.id}, ${result.durationMs} ms`],
  ]
  const list = rows.map(([name, text]) => `<dt>${name}</dt><dd>${escape(text)}</dd>`).join('')
  const again =
    result.curl === null
      ? ''
      : `<p>The same again:</p><pre tabindex="0"><code>${escape(result.curl)}</code></pre>`
  return `<details id="${escape(result.id)}" class="${result.status}"${result.finding ? ' open' : ''}>
<summary><b>${describeStatus(result)}</b> ${escape(result.title)}</summary>
<dl>${list}</dl>${again}
</details>`
}
