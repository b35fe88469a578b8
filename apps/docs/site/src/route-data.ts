import { defineRouteMiddleware, type StarlightRouteData } from '@astrojs/starlight/route-data'

type Entry = StarlightRouteData['sidebar'][number]

const fileOf = (link: { attrs: Record<string, unknown> } | undefined) => link?.attrs['data-file']

/** Starlight treats every link of the sidebar as a page; links to files get their address back here. */
function restoreFiles(entries: Entry[]): void {
  for (const entry of entries) {
    if (entry.type === 'group') restoreFiles(entry.entries)
    else if (typeof fileOf(entry) === 'string') entry.href = String(fileOf(entry))
  }
}

export const onRequest = defineRouteMiddleware(({ locals: { starlightRoute } }) => {
  restoreFiles(starlightRoute.sidebar)
  const { pagination } = starlightRoute
  for (const side of ['prev', 'next'] as const) {
    if (fileOf(pagination[side])) pagination[side] = undefined
  }
})
