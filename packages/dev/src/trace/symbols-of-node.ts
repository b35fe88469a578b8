import { fromNodeName, toNodeName } from '@partner-platform/specs/test/lint/node-name.ts'
import { valueAt } from '@partner-platform/specs/test/lint/pointer.ts'
import { toTarget } from '@partner-platform/specs/test/lint/references.ts'
import type { Specs } from '@partner-platform/specs/test/lint/specs.ts'
import { visitObjects } from '@partner-platform/specs/test/lint/visit.ts'
import { isWithin } from './mark-nodes.ts'
import type { GeneratedSymbol } from './read-symbols.ts'

/**
 * What is generated from a node: the symbols of the node, of one inside it or of one around it; where
 * there are none, such as for a response, those of the schemas that it refers to.
 */
export function symbolsOfNode(
  node: string,
  { specs, symbols }: { specs: Specs; symbols: readonly GeneratedSymbol[] },
): GeneratedSymbol[] {
  const own = symbolsAt(node, symbols)
  if (own.length > 0) return own
  return [...new Set(refsOf(node, specs).flatMap((target) => symbolsAt(target, symbols)))]
}

const symbolsAt = (node: string, symbols: readonly GeneratedSymbol[]) =>
  symbols.filter(({ node: origin, isWhole }) => {
    if (origin === undefined || isWhole) return false
    return isWithin(node, origin) || isWithin(origin, node)
  })

function refsOf(node: string, specs: Specs): string[] {
  const { file, path } = fromNodeName(node)
  const targets: string[] = []
  visitObjects(valueAt(specs.files.get(file)?.value, path), (object) => {
    if (typeof object.$ref !== 'string') return
    const target = toTarget(file, object.$ref)
    if ('file' in target) targets.push(toNodeName(target.file, target.pointer))
  })
  return targets
}
