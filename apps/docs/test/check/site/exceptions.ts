import { isRedoc } from './use-site.ts'

interface Exception {
  fits: (path: string) => boolean
  /** What the problem starts with. */
  problem: RegExp
  why: string
}

const everywhere = (path: string) => !isRedoc(path)

/** What is not ours to mend. Everything else on a page must be mended. */
export const exceptions: readonly Exception[] = [
  {
    fits: everywhere,
    problem: /^label-content-name-mismatch at button\[data-open-modal=""\]:/,
    why: 'The search button of Starlight is called “Search”, and that is what it shows, with the shortcut beside it, which axe takes for a part of the name.',
  },
  {
    fits: isRedoc,
    problem: /^heading-order at /,
    why: 'Redoc 3 leaves out levels of headings where a message has no title of its own.',
  },
  {
    fits: isRedoc,
    problem: /^region at /,
    why: 'Redoc 3 has no landmark around its columns.',
  },
  {
    fits: isRedoc,
    problem: /^label-content-name-mismatch at /,
    why: 'Redoc 3 names its mark otherwise than the mark reads.',
  },
  {
    fits: isRedoc,
    problem: /^policy script-src eval$/,
    why: 'Redoc 3 tries whether text may become code, for a worker of its search. It may not, so the search runs in the page.',
  },
]

export const isKnown = (path: string, problem: string): boolean =>
  exceptions.some((one) => one.fits(path) && one.problem.test(problem))
