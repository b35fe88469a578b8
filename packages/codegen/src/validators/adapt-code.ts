import type { SourceCode } from 'ajv/dist/types/index.js'
import type { Form } from './form.ts'
import type { Hoist } from './hoist.ts'

interface Adaptation {
  name: string
  /** The schema that was compiled. */
  schema: Form
  hoist: Hoist
}

/**
 * The text of a function as Ajv wrote it, turned into one that stands alone: named after its schema,
 * `(data, instancePath) => findings or null`, without state, without constants of its own, and with a
 * bound on the findings it keeps. Throws when the text is not of the form that this version of Ajv
 * writes, so a change in Ajv cannot go unseen.
 */
export function adaptCode(source: SourceCode, { name, schema, hoist }: Adaptation): string {
  const { validateName, validateCode } = source
  const own = String(validateName)
  const bounded = boundFindings(dropState(validateCode, own))
  const text = rename(bounded, { ...namesOf(source, hoist), own, schema, hoist })
  const code = text.replace(
    /^function \w+\(data, \{.*?\}=\{\}\)\{/,
    `function ${name}(data, instancePath = "") {`,
  )
  assertAdapted(code, name)
  return code
}

/** Ajv leaves its answer in properties of the function; ours returns it. */
function dropState(code: string, own: string): string {
  return code
    .replace(`\n${own}.errors = vErrors;\n`, '\n')
    .replace('\nreturn errors === 0;\n', '\nreturn vErrors;\n')
    .replace(
      /^const (evaluated\d+) = \w+\.evaluated;\n(?:if\(\1\.dynamic\w+\)\{\n\1\.\w+ = undefined;\n\}\n)+/m,
      '',
    )
    .replace(/^evaluated\d+\.(?:props|items) = \w+;\n/gm, '')
}

const text = '"(?:[^"\\\\]|\\\\.)*"'
/** Anything, taking texts as wholes, so that what a text says is never taken for code. */
const any = `(?:${text}|[^"])*?`
const addedError = new RegExp(
  `^const (err\\d+) = (\\{${any}\\});\\nif\\(vErrors === null\\)\\{\\nvErrors = \\[\\1\\];\\n\\}\\nelse \\{\\nvErrors\\.push\\(\\1\\);\\n\\}\\nerrors\\+\\+;$`,
  'gm',
)
const errorObject = new RegExp(
  `^\\{instancePath(?::(${any}))?,schemaPath:${any},keyword:(${text}),params:(\\{${any}\\})(?:,propertyName:(\\w+))?\\}$`,
)
const resetErrors =
  /^if\(vErrors !== null\)\{\nif\((\w+)\)\{\nvErrors\.length = \1;\n\}\nelse \{\nvErrors = null;\n\}\n\}$/gm

/** Counting stays with Ajv's `errors`; keeping is left to functions that know a bound. */
function boundFindings(code: string): string {
  return code
    .replace(addedError, (_, __, object: string) =>
      object === '{}'
        ? 'errors++;'
        : `vErrors = addFinding(vErrors, ${argumentsOf(object)});\nerrors++;`,
    )
    .replace(resetErrors, 'vErrors = keepFindings(vErrors, $1);')
}

function argumentsOf(object: string): string {
  const parts = errorObject.exec(object)
  if (parts === null)
    throw new Error(
      `An error object is wrong: expected one as Ajv 8.20 writes it, received ${object.length} characters. Check the Ajv version.`,
    )
  const [, path = 'instancePath', keyword, params, propertyName] = parts
  return [path, keyword, params, propertyName].filter((part) => part !== undefined).join(', ')
}

interface Names {
  /** What stands in for the values that Ajv would take from its scope. */
  replacements: ReadonlyMap<string, string>
  hasOwn: ReadonlySet<string>
}

function namesOf({ scopeValues }: SourceCode, hoist: Hoist): Names {
  const replacements = new Map<string, string>()
  const hasOwn = new Set<string>()
  for (const name of scopeValues.pattern ?? [])
    replacements.set(String(name), hoist.addPattern(name.value?.ref as RegExp))
  for (const name of scopeValues.func ?? []) {
    if (name.value?.ref === Object.prototype.hasOwnProperty) hasOwn.add(String(name))
    else replacements.set(String(name), functionNameOf(String(name.value?.code)))
  }
  return { replacements, hasOwn }
}

function functionNameOf(code: string): string {
  if (code.includes('ajv/dist/runtime/ucs2length')) return 'codePointLength'
  throw new Error(
    `A run-time function is wrong: expected one that we replace, received ${code}. Add it to src/runtime/checks.`,
  )
}

const token = new RegExp(
  `${text}|/~/g|/\\\\//g|func\\d+\\.call(?=\\()|schema\\d+(?:\\.[A-Za-z_$][\\w$]*|\\[(?:${text}|\\d+)\\])+|\\.?[A-Za-z_$][\\w$]*`,
  'g',
)

function rename(
  code: string,
  { replacements, hasOwn, own, schema, hoist }: Names & Omit<Adaptation, 'name'> & { own: string },
): string {
  return code.replace(token, (found) => {
    if (/^["/.]/.test(found)) return found
    if (found.endsWith('.call') && hasOwn.has(found.slice(0, -5))) return 'has'
    if (/^schema\d+[.[]/.test(found)) return hoistPart(valueAt(schema, found), hoist)
    return found === own ? found : (replacements.get(found) ?? found)
  })
}

/** Ajv reads parts of the schema at run time; of a map of schemas only the names. */
function hoistPart(part: unknown, hoist: Hoist): string {
  if (Array.isArray(part)) return hoist.addValue('values', part)
  return hoist.addValue(
    'names',
    Object.fromEntries(Object.keys(part as object).map((key) => [key, 1])),
  )
}

function valueAt(schema: unknown, expression: string): unknown {
  const keys = [
    ...expression.matchAll(new RegExp(`\\.([A-Za-z_$][\\w$]*)|\\[(${text}|\\d+)\\]`, 'g')),
  ]
  return keys.reduce<unknown>((value, [, key, quoted]) => {
    return (value as Record<string, unknown>)[key ?? String(JSON.parse(quoted ?? ''))]
  }, schema)
}

const leftovers =
  /^(?:schema\d+|validate\d+|wrapper\d+|root\d+|formats\d+|func\d+|pattern\d+|evaluated\d+|parentData|rootData|schemaPath|vSchema|require|self)$/

function assertAdapted(code: string, name: string): void {
  const left =
    code.match(token)?.find((found) => leftovers.test(found)) ??
    /vErrors\.\w+|vErrors\[/.exec(code.replaceAll(new RegExp(text, 'g'), '""'))?.[0]
  if (
    left === undefined &&
    code.startsWith(`function ${name}(`) &&
    code.includes('\nreturn vErrors;\n')
  )
    return
  throw new Error(
    `Function ${name} is wrong: expected code as Ajv 8.20 writes it, received ${left ?? 'another form'}. Check the Ajv version.`,
  )
}
