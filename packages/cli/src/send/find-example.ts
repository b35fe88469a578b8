import { CliError } from '../cli-error.ts'
import { type Example, type ExampleName, examples } from '../generated/examples.ts'

/** An example of the contract. Throws a `CliError` of code `usage` for a name that it does not have. */
export function findExample(name: string): Example {
  if (isExampleName(name)) return examples[name]
  throw new CliError(
    'usage',
    'The example is unknown: expected one that partner-platform examples lists. Correct --example.',
  )
}

/** The exact bytes of an example. */
export const bytesOf = ({ body, encoding }: Example) => Buffer.from(body, encoding)

const isExampleName = (name: string): name is ExampleName => Object.hasOwn(examples, name)
