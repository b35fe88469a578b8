import { describe, expect, it } from 'vitest'
import { departs, passed, unseen, type Verdict, wrong } from '../src/engine/check.ts'
import { toReport, toResult } from '../src/engine/run-checks.ts'
import { exitCodeOf, formatReport, type Report, type Severity } from '../src/index.ts'
import type { RuleId } from '../src/rules.ts'

const hostile = `<script>alert("1")</script>&'\u001B[31m\u0000\u202E${'\uD800'}`
const curl = `curl 'http://127.0.0.1/?a=1&b=<2>' -H "x: $KEY"\nwait`

type Given = [rule: RuleId, severity: Severity, verdict: Verdict]

const toReportOf = (given: readonly Given[]): Report =>
  toReport(
    given.map(([rule, severity, verdict], index) =>
      toResult(
        {
          id: `check-${index}`,
          rule,
          severity,
          title: `does <${index}>`,
          expected: 'a 2xx',
          next: 'Repair it.',
          see: ['D-001'] as const,
        },
        { verdict, curl: index === 0 ? null : curl, durationMs: 1.4 },
        ['whsec_secret'],
      ),
    ),
    {
      target: 'receiver',
      url: new URL('http://127.0.0.1/?k=whsec_secret&a=<b>'),
      environment: 'staging',
      startedAtMs: 0,
      durationMs: 12.3,
      secrets: ['whsec_secret'],
    },
  )

const report = toReportOf([
  ['D-005', 'advice', wrong('acted on twice')],
  ['6.3', 'must', passed('202')],
  ['5.6', 'must', wrong(`202 ${hostile} whsec_secret`, 'Do <that>.')],
  ['5.6', 'must', departs('500')],
  ['D-002', 'advice', unseen('nothing', 'Look into the code.')],
])

describe('results', () => {
  it('fail if the source is broken, and warn if it is silent', () => {
    const seen = report.results.map(({ status, severity, finding }) => [status, severity, finding])
    expect(seen).toEqual([
      ['warning', 'advice', true],
      ['passed', 'must', false],
      ['failed', 'must', true],
      ['warning', 'advice', true],
      ['not-judged', 'advice', false],
    ])
    expect(report.summary).toEqual({ passed: 1, failed: 1, warnings: 2, notJudged: 1 })
  })

  it('say nothing of secrets, and nothing that steers a terminal', () => {
    const text = JSON.stringify(report)
    expect(text).not.toContain('whsec_secret')
    expect(text).toContain('[secret]')
    expect(report.results[2]?.received).toBe(`202 <script>alert("1")</script>&' [31m  [secret]`)
  })

  it('keep their length within bounds', () => {
    const [result] = toReportOf([['5.6', 'must', wrong('x'.repeat(100_000))]]).results
    expect(result?.received.length).toBeLessThan(1_000)
  })
})

describe('exit codes', () => {
  it.each([
    ['0 when something passed and nothing failed', [passed('')], {}, 0],
    ['1 when something failed', [passed(''), wrong('')], {}, 1],
    ['0 with a warning', [passed(''), departs('')], {}, 0],
    ['1 with a warning that is to count', [passed(''), departs('')], { failOn: ['advice'] }, 1],
    ['0 with another warning', [passed(''), departs('')], { failOn: ['acted-twice'] }, 0],
    ['1 when nothing could be judged', [unseen('')], {}, 1],
  ] as const)('%s', (_, verdicts, options, wanted) => {
    const given = toReportOf(verdicts.map((verdict) => ['5.6', 'must', verdict]))
    expect(exitCodeOf(given, options)).toBe(wanted)
  })
})

describe('terminal', () => {
  it('groups by rule, the source first, and says what to do about each finding', () => {
    expect(formatReport(report, 'terminal')).toMatchInlineSnapshot(`
      "receiver http://127.0.0.1/?k=[secret]&a=%3Cb%3E (staging)

      5.6  A payload that fails verification is rejected or quarantined.
        ✗ does <2> [check-2]
            expected  a 2xx
            received  202 <script>alert("1")</script>&' [31m  [secret]
            to do     Do <that>.
            rule      5.6 (D-001)
            resend    curl 'http://127.0.0.1/?a=1&b=<2>' -H "x: $KEY"
                      wait
        ! does <3> [check-3]
            warning   advice
            expected  a 2xx
            received  500
            to do     Repair it.
            rule      5.6 (D-001)
            resend    curl 'http://127.0.0.1/?a=1&b=<2>' -H "x: $KEY"
                      wait

      6.3  A granted submission has all three conditional fields.
        ✓ does <1> [check-1]

      D-002  A signature is one header line of the prefix and 64 lower-case hexadecimal digits.
        – does <4> [check-4]

      D-005  Duplicates and replays are found by signed content only.
        ! does <0> [check-0]
            warning   advice
            expected  a 2xx
            received  acted on twice
            to do     Repair it.
            rule      D-005 (D-001)

      Not judged:
        1 × Look into the code.

      1 passed, 1 failed, 2 warnings, 1 not judged
      "
    `)
  })

  it('has colours only when they are asked for', () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters.
    const escapes = /\u001B\[\d+m/g
    expect(formatReport(report, 'terminal')).not.toMatch(escapes)
    const coloured = formatReport(report, 'terminal', { color: true })
    expect(coloured).toMatch(escapes)
    expect(coloured.replaceAll(escapes, '')).toBe(formatReport(report, 'terminal'))
  })
})

it('JSON is the report', () => {
  expect(JSON.parse(formatReport(report, 'json'))).toEqual(report)
})

/** The names of elements in order; throws where tags do not balance or text is not escaped. */
function elementsOf(markup: string, voids: readonly string[] = []): string[] {
  const names: string[] = []
  const open: string[] = []
  const pattern = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+="[^"<>]*"|\s+[a-z]+)*)\s*(\/?)>/g
  const rest = markup.replace(pattern, (_, end: string, name: string, __, selfClosed: string) => {
    if (end === '') names.push(name)
    if (end === '' && selfClosed === '' && !voids.includes(name)) open.push(name)
    if (end !== '' && open.pop() !== name) throw new Error(`</${name}> closes nothing`)
    return ''
  })
  expect(open).toEqual([])
  expect(rest).not.toMatch(/[<>]/)
  expect(rest.replaceAll(/&(amp|lt|gt|quot|#39);/g, '')).not.toContain('&')
  return names
}

it('JUnit has a case for each check, with failures and skips, well formed', () => {
  const xml = formatReport(report, 'junit')
  const [declaration = '', ...lines] = xml.split('\n')
  expect(declaration).toBe('<?xml version="1.0" encoding="UTF-8"?>')
  const names = elementsOf(lines.join('\n'))
  const count = (name: string) => names.filter((one) => one === name).length
  const elements = ['testsuites', 'testsuite', 'testcase', 'failure', 'skipped']
  expect(elements.map(count)).toEqual([1, 4, 5, 1, 3])
  expect(xml).toContain('tests="5" failures="1" errors="0" skipped="3" time="0.012"')
})

describe('HTML', () => {
  const html = formatReport(report, 'html')

  it('is well formed, and shows hostile markup as text', () => {
    const markup = html.replace(/<style>[^<]*<\/style>/, '').replace('<!doctype html>\n', '')
    const names = elementsOf(markup, ['meta'])
    expect(names.filter((name) => name === 'details')).toHaveLength(5)
    expect(names).not.toContain('script')
    expect(html).toContain('&lt;script&gt;alert(&quot;1&quot;)')
  })

  it('needs nothing from elsewhere, and allows nothing', () => {
    expect(html).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`)
    expect(html).not.toMatch(/\s(src|srcset|style=.*url|on[a-z]+)=|@import|url\(/)
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, target]) => target)
    expect(links.every((target) => target?.startsWith('#check-'))).toBe(true)
  })

  it('opens each finding, and is for light and dark', () => {
    expect(html.match(/<details [^>]* open>/g)).toHaveLength(3)
    expect(html).toContain('prefers-color-scheme: dark')
  })
})

it('an unknown format is a TypeError', () => {
  expect(() => formatReport(report, 'pdf' as 'json')).toThrow(TypeError)
})
