import type { Settings } from './setting.ts'

type About = { name: string; says: string; settings: Settings }

/** The text behind `--help`: every setting with its unit and default. */
export function toHelp({ name, says, settings }: About): string {
  const lines = Object.entries(settings).map(
    ([variable, { says, unit, shownDefault }]) =>
      `  ${variable}\n      ${says}\n      ${unit}; default: ${shownDefault}\n`,
  )
  return `${name}: ${says}\n\nUsage: ${name} [--help]\n\nSettings are environment variables:\n${lines.join('')}`
}
