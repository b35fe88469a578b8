import { axe, type Page } from '@partner-platform/harness/browser'

interface FindOptions {
  /** What is looked at. @default the whole page */
  within?: string
  /** @default all rules */
  rules?: readonly string[]
  /** Rules that are left out. @default none */
  without?: readonly string[]
}

/** Every rule of axe that the page breaks, and where. */
export async function findViolations(
  page: Page,
  { within = 'html', rules, without = [] }: FindOptions = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const options = {
    resultTypes: ['violations'],
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
  }
  const { violations } = await page.evaluate(
    ([place, given]) =>
      (window as unknown as { axe: typeof axe }).axe.run(place, given as axe.RunOptions),
    [within, options] as const,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target}: ${failureSummary}`),
  )
}
