import type { Ajv2020 } from 'ajv/dist/2020.js'
import type { Hoist } from './hoist.ts'
import { mendedKeywords } from './mended-keywords.ts'
import { ownKeywords } from './own-keywords.ts'
import { reportFindings } from './report-findings.ts'

/** Gives an instance of Ajv our keywords, and has every keyword report to functions that keep a bound. */
export function replaceKeywords(ajv: Ajv2020, hoist: Hoist): void {
  const ours = [...ownKeywords(hoist), ...mendedKeywords(ajv, hoist)]
  const replaced = new Map(ours.map((definition) => [definition.keyword, definition]))
  const inOrder = Object.keys(ajv.RULES.all).map((key) => replaced.get(key) ?? ajv.getKeyword(key))
  // Some keywords rely on what those before them looked at, so the order stays that of Ajv.
  for (const definition of new Set([...inOrder, ...ours])) {
    if (typeof definition !== 'object' || !('code' in definition)) continue
    for (const keyword of [definition.keyword].flat()) ajv.removeKeyword(keyword)
    ajv.addKeyword({ ...definition, code: reportFindings(definition.code) })
  }
}
