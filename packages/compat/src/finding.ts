/** How much a change asks of a version number, least first. */
export const levels = ['none', 'patch', 'minor', 'major'] as const

export type Level = (typeof levels)[number]

/** Who meets a change: who calls the API, the platform that sends webhooks, who takes them. */
export type Party = 'caller' | 'sender' | 'receiver'

export type DocumentKind = 'openapi' | 'asyncapi'

/** Where a thing is written: in the newer side, or in the older one if it is gone there. */
export interface Source {
  side: 'from' | 'to'
  /** Relative to its side. */
  file: string
  pointer: string
  line?: number
  /** Of what is gone, the line of the newer side that it would follow. */
  near?: number
}

/** One thing that changed, and what it means. */
export interface Finding {
  /** What it was seen on: the documents, the exported TypeScript, or validators at work. */
  layer: 'wire' | 'types' | 'behaviour'
  document: DocumentKind
  /** JSON Pointer in the document with its references followed, in the newer version where it has one. */
  pointer: string
  /** Where it is written. */
  source: Source | null
  /** A stable word for the kind of change. */
  rule: string
  level: Exclude<Level, 'none'>
  hits: Party[]
  /** Short names of the published packages that it reaches. */
  packages: string[]
  message: string
  advice: string
}

export function highestOf(found: readonly Level[]): Level {
  return levels[Math.max(0, ...found.map((level) => levels.indexOf(level)))] as Level
}

export function isBelow(one: Level, other: Level): boolean {
  return levels.indexOf(one) < levels.indexOf(other)
}
