import { createHash } from 'node:crypto'

/** What is published beside the written documents, to check what was fetched or embedded. */
export interface Manifest {
  package: string
  files: ManifestFile[]
}

export interface ManifestFile {
  name: string
  mediaType: string
  bytes: number
  /** As the `integrity` attribute of HTML takes it: `sha384-` and base64. */
  integrity: string
  /** Title and version of the document that is in it. */
  title: string
  version: string
}

export type BuiltFile = Pick<ManifestFile, 'name' | 'title' | 'version'> & { content: Buffer }

const mediaTypes = [
  ['.json', 'application/json'],
  ['.yaml', 'application/yaml'],
  ['.html', 'text/html; charset=utf-8'],
] as const

export function toManifest(files: readonly BuiltFile[]): Manifest {
  return {
    package: '@partner-platform/specs',
    files: files.map(({ content, ...file }) => ({
      name: file.name,
      mediaType: mediaTypes.find(([ending]) => file.name.endsWith(ending))?.[1] ?? '',
      bytes: content.length,
      integrity: `sha384-${createHash('sha384').update(content).digest('base64')}`,
      title: file.title,
      version: file.version,
    })),
  }
}
