import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder, writeFiles } from '@partner-platform/harness'
import { expect, it } from 'vitest'
import { recordRelease } from '../../src/record-release.ts'
import { root } from '../../src/workspaces.ts'

// biome-ignore lint/suspicious/noExplicitAny: the tests edit documents, which are JSON of any shape
type Documents = Record<'openapi' | 'asyncapi', any>

const readDocuments = (): Documents => {
  const read = (name: string) => JSON.parse(readFileSync(join(root, 'specs/dist', name), 'utf8'))
  return { openapi: read('openapi.json'), asyncapi: read('asyncapi.json') }
}

/** Releases versions of the contract into an empty folder. */
function startReleases() {
  const specs = temporaryFolder()
  const releases = join(temporaryFolder(), 'releases')
  return {
    specs,
    releases,
    read: (version: string, name: string) => readFileSync(join(releases, version, name), 'utf8'),
    has: (version: string, name: string) => existsSync(join(releases, version, name)),
    release(version: string, edit: (documents: Documents) => void = () => {}) {
      const documents = readDocuments()
      edit(documents)
      writeFiles(specs, {
        'package.json': JSON.stringify({ version }),
        'dist/openapi.json': JSON.stringify(documents.openapi),
        'dist/asyncapi.json': JSON.stringify(documents.asyncapi),
      })
      return recordRelease({ specs, releases })
    },
  }
}

const schemasOf = ({ openapi, asyncapi }: Documents) =>
  [openapi, asyncapi].map(({ components }) => components.schemas)

it('keeps each version of the contract once, with what changed since the previous version', async () => {
  const { release, read, has } = startReleases()
  const withField = ({ openapi }: Documents) => {
    openapi.components.schemas.country.properties.region = { type: 'string' }
  }
  expect(await release('1.9.0')).toBe(true)
  expect(has('1.9.0', 'changes.md')).toBe(false)
  expect(await release('1.10.0', withField)).toBe(true)
  expect(await release('1.10.0')).toBe(false)
  expect(read('1.10.0', 'openapi.json')).toContain('"region"')
  // 1.10.0 comes after 1.9.0, and 1.11.0 after its prerelease.
  expect(await release('1.11.0-next.0', withField)).toBe(true)
  expect(await release('1.11.0', withField)).toBe(true)
  expect(await release('1.11.1')).toBe(true)
  expect(read('1.10.0', 'changes.md')).toBe(
    'This is a minor change.\n\n### Compatible\n\n- `country`: the field `region` (`string`) is new. **Safe for callers.**\n',
  )
  expect(read('1.11.0', 'changes.md')).toBe('Nothing that partners send or receive changed.\n')
  expect(read('1.11.1', 'changes.md')).toBe(
    'This is a major change.\n\n### Breaking\n\n- `country`: the field `region` (`string`) is gone. **Breaking for callers.**\n',
  )
})

it('leaves nothing behind if it fails, and ignores other files', async () => {
  const { specs, releases, release } = startReleases()
  await release('1.0.0')
  writeFiles(releases, { '.DS_Store': '' })
  const withoutKind = ({ openapi }: Documents) => {
    delete openapi.openapi
  }
  await expect(release('1.1.0', withoutKind)).rejects.toThrow('openapi.json')
  rmSync(join(specs, 'dist/asyncapi.json'))
  await expect(recordRelease({ specs, releases })).rejects.toThrow('asyncapi.json')
  expect(readdirSync(releases).toSorted()).toEqual(['.DS_Store', '1.0.0'])
  expect(await release('1.1.0')).toBe(true)
})

it('writes one line for each change on the wire, and no names of exports', async () => {
  const { release, read } = startReleases()
  await release('1.0.0')
  await release('1.1.0', (documents) => {
    const { openapi, asyncapi } = documents
    for (const schemas of schemasOf(documents)) {
      schemas.submission.properties.note = { type: 'string', minLength: 1 }
      schemas.submission.properties.visa.deprecated = true
      schemas.visa.properties.name.description = 'Another text.'
    }
    const [{ get }] = Object.values<{ get: object }>(openapi.paths) as [{ get: object }]
    openapi.paths['/all'] = {
      get: { ...get, operationId: 'listAll' },
      head: { ...get, operationId: 'headAll' },
    }
    openapi.components.schemas.country.required = ['uuid', 'name', 'isoCode']
    openapi.components.schemas.country.properties.name.maxLength = 9
    // An event is a message and an operation of AsyncAPI, and a webhook of OpenAPI.
    openapi.webhooks['submission.left'] = openapi.webhooks['submission.updated']
    const { submissionUpdated } = asyncapi.components.messages
    asyncapi.components.messages.left = { ...submissionUpdated, name: 'submission.left' }
    asyncapi.channels.submissionUpdates.messages.left = { $ref: '#/components/messages/left' }
    asyncapi.operations.sendLeft = {
      ...asyncapi.operations.sendSubmissionUpdated,
      messages: [{ $ref: '#/channels/submissionUpdates/messages/left' }],
    }
  })
  expect(read('1.1.0', 'changes.md').split('\n')).toEqual([
    'This is a major change.',
    '',
    '### Breaking',
    '',
    '- `country`: no longer required: `currency`. **Breaking for callers.**',
    '- `country.name`: `maxLength` went from nothing to 9. **Breaking for callers.**',
    '',
    '### Compatible',
    '',
    '- The operation `GET /all` is new. **Safe for callers.**',
    '- The operation `HEAD /all` is new. **Safe for callers.**',
    '- The event `submission.left` is new. **Safe for receivers:** store or skip it until you handle it.',
    '- `submission`: the field `note` (`string`) is new. **Safe for receivers.**',
    '- `submission`: `visa` is deprecated. **Safe for receivers.**',
    '',
    '### Text',
    '',
    '- Descriptions or marks changed: `visa.name`.',
    '',
  ])
})
