import type { Report, Result } from '../report.ts'
import { escapeMarkup as escape } from './format-html.ts'
import { type RuleGroup, citeRule, describeStatus, groupByRule } from './group-by-rule.ts'

/** JUnit XML: a suite for each rule; warnings and what was not judged are skipped. */
export function formatJunit(report: Report): string {
  const suites = groupByRule(report).map((group) => toSuite(group, report))
  const { durationMs, results } = report
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="conformance of ${report.target}" ${counts(results)} time="${seconds(durationMs)}">`,
    ...suites,
    '</testsuites>\n',
  ].join('\n')
}

function toSuite({ rule, says, results }: RuleGroup, { target, startedAt }: Report): string {
  const durationMs = results.reduce((sum, result) => sum + result.durationMs, 0)
  const head = `name="${escape(`${rule} ${says}`.trim())}" ${counts(results)} time="${seconds(durationMs)}"`
  return [
    `  <testsuite ${head} timestamp="${escape(startedAt)}">`,
    ...results.map((result) => toCase(result, target)),
    '  </testsuite>',
  ].join('\n')
}

function toCase(result: Result, target: string): string {
  const { id, title, rule, durationMs, received, next } = result
  const head = `    <testcase classname="${escape(`${target}.${rule}`)}" name="${escape(`${id}: ${title}`)}" time="${seconds(durationMs)}"`
  if (result.status === 'passed') return `${head}/>`
  const message =
    result.status === 'failed'
      ? `      <failure type="${escape(rule)}" message="${escape(received)}">${escape(details(result))}</failure>`
      : `      <skipped message="${escape(`${describeStatus(result)}: ${received}. ${next}`)}"/>`
  return [`${head}>`, message, '    </testcase>'].join('\n')
}

const details = (result: Result) =>
  [
    `expected: ${result.expected}`,
    `received: ${result.received}`,
    `to do: ${result.next}`,
    `rule: ${citeRule(result)}`,
    ...(result.curl === null ? [] : [`again: ${result.curl}`]),
  ].join('\n')

function counts(results: readonly Result[]): string {
  const failed = results.filter(({ status }) => status === 'failed').length
  const skipped = results.filter(({ status }) => status === 'warning' || status === 'not-judged')
  return `tests="${results.length}" failures="${failed}" errors="0" skipped="${skipped.length}"`
}

const seconds = (ms: number) => (ms / 1000).toFixed(3)
