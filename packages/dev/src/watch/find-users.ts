import type { Workspace } from '../workspaces.ts'

/** The workspaces at these places, and all that use one of them, directly or not. */
export function findUsers(
  places: ReadonlySet<string>,
  workspaces: readonly Workspace[],
): Workspace[] {
  const found = new Set(workspaces.filter(({ place }) => places.has(place)))
  for (const used of found) {
    for (const workspace of workspaces) {
      const { dependencies, devDependencies } = workspace.manifest
      if (used.name in { ...dependencies, ...devDependencies }) found.add(workspace)
    }
  }
  return [...found]
}
