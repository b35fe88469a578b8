import type { Report, Result } from '../report.ts'
import {
  citeRule,
  describeStatus,
  describeSummary,
  groupByRule,
  type RuleGroup,
} from './group-by-rule.ts'

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
<title>${escapeMarkup(title)}</title>
<style>${reportStyle}</style>
</head>
<body>
<header>
<h1>Conformance of the ${target}</h1>
<p class="url">${escapeMarkup(url)}</p>
<p>${environment === null ? '' : `${escapeMarkup(environment)}, `}<time datetime="${escapeMarkup(startedAt)}">${escapeMarkup(startedAt)}</time>, ${seconds(durationMs)} s</p>
${bar(report)}
<p class="summary ${report.ok ? 'passed' : 'failed'}">${escapeMarkup(describeSummary(report))}</p>
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
      `<li class="${result.status}"><b>${describeStatus(result)}</b> <a href="#${escapeMarkup(result.id)}">${escapeMarkup(result.title)}</a> <span>${escapeMarkup(result.rule)}</span></li>`,
  )
  return `<nav aria-label="Findings"><h2>Findings</h2><ul>${items.join('')}</ul></nav>`
}

const toSection = ({ rule, says, results }: RuleGroup) =>
  `<section><h2><span>${escapeMarkup(rule)}</span> ${escapeMarkup(says)}</h2>
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
  const list = rows.map(([name, text]) => `<dt>${name}</dt><dd>${escapeMarkup(text)}</dd>`).join('')
  const again =
    result.curl === null
      ? ''
      : `<p>Send it again:</p><pre tabindex="0"><code>${escapeMarkup(result.curl)}</code></pre>`
  return `<details id="${escapeMarkup(result.id)}" class="${result.status}"${result.finding ? ' open' : ''}>
<summary><b>${describeStatus(result)}</b> ${escapeMarkup(result.title)}</summary>
<dl>${list}</dl>${again}
</details>`
}

/** The style of the HTML report: system fonts, colours that pass WCAG AA on both grounds. */
const reportStyle = `
:root {
  --ground: #fff; --raised: #f5f6f8; --text: #16181d; --quiet: #565c68; --line: #d5d9e0;
  --passed: #176b38; --failed: #b3201f; --warning: #8a5200; --not-judged: #565c68;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14161a; --raised: #1e2127; --text: #e8eaee; --quiet: #a4abb8; --line: #363b45;
    --passed: #6cce8e; --failed: #ff8f87; --warning: #f0b45e; --not-judged: #a4abb8;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 2rem 1rem 4rem; max-width: 60rem;
  background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, sans-serif;
}
h1 { font-size: 1.6rem; margin: 0; }
h2 { font-size: 1rem; margin: 2rem 0 0.5rem; overflow-wrap: anywhere; }
h2 span { font-family: ui-monospace, monospace; color: var(--quiet); margin-right: 0.5rem; }
header p { margin: 0.25rem 0; color: var(--quiet); }
.url { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
.bar { display: flex; gap: 2px; height: 0.6rem; margin: 1rem 0 0.5rem; }
.bar i { background: var(--of); border-radius: 2px; min-width: 3px; }
header .summary { font-weight: 600; color: var(--of); }
.passed { --of: var(--passed); } .failed { --of: var(--failed); }
.warning { --of: var(--warning); } .not-judged { --of: var(--not-judged); }
nav ul { padding-left: 0; list-style: none; } nav b { color: var(--of); font-weight: 600; }
nav span { color: var(--quiet); }
a { color: inherit; }
details { border: 1px solid var(--line); border-left: 4px solid var(--of); border-radius: 4px; margin: 0.4rem 0; }
summary { padding: 0.4rem 0.75rem; cursor: pointer; }
summary b { color: var(--of); font-weight: 600; display: inline-block; min-width: 5.5rem; }
summary:focus-visible, a:focus-visible, pre:focus-visible { outline: 2px solid var(--of, currentColor); outline-offset: 2px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; margin: 0.5rem 0.75rem; }
dt { color: var(--quiet); } dd { margin: 0; overflow-wrap: anywhere; }
details p { margin: 0.5rem 0.75rem 0.25rem; color: var(--quiet); }
pre {
  background: var(--raised); margin: 0 0.75rem 0.75rem; padding: 0.75rem; border-radius: 4px;
  white-space: pre-wrap; overflow-wrap: anywhere; font: 0.85rem/1.45 ui-monospace, monospace;
}
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: 0.4rem; } }
@media print { details { break-inside: avoid; } }
`

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text as content or quoted attribute of HTML and XML, without the characters that XML cannot hold. */
export const escapeMarkup = (text: string) =>
  text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}')
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
