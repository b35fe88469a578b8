import { dirname, relative, sep } from 'node:path'

/**
 * Names of files that are the same wherever the project lies and whatever the working directory is:
 * relative to the folder that holds the documents' own folder, such as `specs/schemas/country.yaml`.
 */
export function createFileNamer(documentPaths: readonly string[]): (path: string) => string {
  const base = dirname(commonFolder(documentPaths.map((path) => dirname(path))))
  return (path) => toPosix(relative(base, path))
}

/** The path with `/` between its segments. */
export function toPosix(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/')
}

function commonFolder(folders: readonly string[]): string {
  const [first = [], ...rest] = folders.map((folder) => folder.split(sep))
  let length = first.length
  for (const segments of rest) {
    while (first.slice(0, length).join(sep) !== segments.slice(0, length).join(sep)) length -= 1
  }
  return first.slice(0, length).join(sep) || sep
}
