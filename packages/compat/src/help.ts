export const HELP = `contract-compat: is the step from one version of the contract to the next a patch, minor or major?

Usage
  contract-compat FROM [TO] [options]
  contract-compat --last-release [TO] [options]

FROM and TO are each a folder with openapi.yaml or asyncapi.yaml, one such file, or a git revision.
A path that exists comes first. TO is the documents of the work tree where it is left out.

Options
  --last-release     from the newest release tag; before the first, there is nothing to compare
  --format FORMAT    terminal, markdown (a changelog entry), json, github (default: terminal)
  --changeset DIR    pass if pending changesets declare every change, even a break; else print the missing one
  --fail-on LEVEL    fail at minor, major or none (default: major; none with --changeset)
  --specs DIR        folder of the documents in the repository (default: specs)
  --help, --version

Exit codes
  0  compatible, or declared by changesets
  1  breaking, or a changeset is missing or too low
  2  no verdict
`
