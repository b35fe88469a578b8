import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolder } from '../folders.ts'
import type { Page } from '../page.ts'

const root = join(packageFolder, '../..')

/** What changed in each release of the packages, and what the next one will bring. */
export function readChangelogPage(): Page {
  const released = readReleases()
  const pending = readPending()
  const parts = [
    released.length > 0 ? released.join('\n\n') : 'Nothing is released yet.',
    pending.length > 0 ? `## Not released yet\n\n${pending.join('\n\n')}` : '',
  ]
  return {
    slug: 'changelog',
    title: 'Changelog',
    description: 'What users of the packages notice in each release.',
    body: parts.filter(Boolean).join('\n\n'),
  }
}

function readReleases(): string[] {
  const packages = join(root, 'packages')
  return readdirSync(packages)
    .map((name) => join(packages, name, 'CHANGELOG.md'))
    .filter((file) => existsSync(file))
    .map((file) =>
      readFileSync(file, 'utf8')
        .replaceAll(/^(#+) /gm, '#$1 ')
        .trim(),
    )
}

/** The text of each changeset, below its list of packages. */
function readPending(): string[] {
  const folder = join(root, '.changeset')
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) => readFileSync(join(folder, file), 'utf8').split(/^---$/m).at(-1)?.trim() ?? '')
}
