import type { GrowthTable } from '@partner-platform/harness/bench'

/** Width and height of the plot, and the space around it for the labels, in SVG units. */
const [width, height, left, bottom] = [360, 180, 60, 50]

/**
 * A plot of one figure against the size, both logarithmic: a straight line grows as a power of the size,
 * a level one not at all. One line per run.
 */
export function drawGrowth(runs: readonly GrowthTable[], figure: string): string {
  const [table] = runs
  const lines = runs.map(({ points }) =>
    points.map(({ size, figures }) => [size, figures[figure] ?? 0] as const),
  )
  const sizes = [...new Set(lines.flat().map(([size]) => size))]
  const powers = powersAround(lines.flat().map(([, value]) => value))
  const toX = scale([Math.min(...sizes), Math.max(...sizes)], left, left + width)
  const toY = scale([powers[0] ?? 1, powers.at(-1) ?? 10], height, 10)
  const marks = sizes.map(
    (size) =>
      `<text x="${toX(size)}" y="${height + 20}" text-anchor="middle">${size.toLocaleString('en')}</text>`,
  )
  const steps = powers.map(
    (value) =>
      `<line class="grid" x1="${left}" x2="${left + width}" y1="${toY(value)}" y2="${toY(value)}"/><text x="${left - 8}" y="${toY(value) + 4}" text-anchor="end">${value.toLocaleString('en')}</text>`,
  )
  const drawn = lines.map((line) => {
    const points = line.map(([size, value]) => `${toX(size)},${toY(value)}`)
    const dots = line.map(([size, value]) => `<circle cx="${toX(size)}" cy="${toY(value)}" r="3"/>`)
    return `<polyline points="${points.join(' ')}"/>${dots.join('')}`
  })
  const title = `${table?.title}: ${figure} by ${table?.size}, ${runs.length === 1 ? 'one run' : `${runs.length} runs`}`
  return `<svg class="plot" role="img" viewBox="0 0 ${left + width + 20} ${height + bottom}"><title>${title}</title>${[...steps, ...marks, ...drawn].join('')}<text x="${left + width / 2}" y="${height + 42}" text-anchor="middle">${table?.size}</text><text x="0" y="${height + 42}">${figure}</text></svg>`
}

/** A logarithmic scale: the place of a value between two others. */
const scale = ([low, high]: readonly [number, number], start: number, end: number) => {
  const share = (value: number) => Math.log(value / low) / Math.log(high / low)
  return (value: number) => Math.round(start + share(value) * (end - start))
}

/** The powers of ten from the one below all values to the one above. */
function powersAround(values: readonly number[]): number[] {
  const low = Math.floor(Math.log10(Math.min(...values)))
  const high = Math.max(Math.ceil(Math.log10(Math.max(...values))), low + 1)
  return Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index))
}
