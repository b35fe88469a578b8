export const HELP = `contract-compat: is the step from one version of the contract to the next a patch, minor or major?

Usage
  contract-compat FROM [TO] [options]
  contract-compat --last-release [TO] [options]

FROM and TO are each a folder with openapi.yaml or asyncapi.yaml, one such file, or a git revision.
A path that exists comes first. TO is the documents of the work tree where it is left out.

Options
  --last-release     from the newest release tag; before the first, there is nothing to compare
  --format FORMAT    terminal, markdown (a changelog entry), json, github (default: terminal)
  --changeset DIR    fail where the pending changesets ask for less than the verdict
  --fail-on LEVEL    minor, major or none (default: major)
  --specs DIR        folder of the documents in the repository (default: specs)
  --help, --version

Exit codes: 0 compatible, 1 breaking or a changeset is missing, 2 there is no verdict
`
