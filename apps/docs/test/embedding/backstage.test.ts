import { readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import {
  apiEntityV1alpha1Validator,
  type Entity,
  FieldFormatEntityPolicy,
} from '@backstage/catalog-model'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { copyContract, makeProject, snippet } from './embed-project.ts'

interface ApiEntity extends Entity {
  spec: { type: string; definition: { $text: string } }
}

const entities = parseAllDocuments(snippet('catalog-info.yaml')).map(
  (document) => document.toJS() as ApiEntity,
)
const specs = createRequire(import.meta.url)

/** The entity with the file in place of `$text`, as Backstage reads it. */
const withText = (entity: ApiEntity, text: string) => ({
  ...entity,
  spec: { ...entity.spec, definition: text },
})

describe('the catalog file, by the schemas of Backstage and not run in it,', () => {
  it('names both documents', () => {
    expect(entities.map(({ spec }) => spec.type)).toEqual(['openapi', 'asyncapi'])
  })

  it.each(entities.map((entity) => [entity.spec.type, entity] as const))(
    'has an entity of %s that Backstage takes, of a file that is copied',
    async (type, entity) => {
      const project = makeProject()
      onTestFinished(() => rmSync(project, { recursive: true }))
      await copyContract(project, 'contract')
      const text = readFileSync(join(project, entity.spec.definition.$text), 'utf8')
      expect(await apiEntityV1alpha1Validator.check(withText(entity, text))).toBe(true)
      await expect(new FieldFormatEntityPolicy().enforce(entity)).resolves.toEqual(entity)
      const written = specs.resolve(`@partner-platform/specs/dist/${type}.json`)
      expect(parse(text)).toEqual(JSON.parse(readFileSync(written, 'utf8')))
      expect(parse(text)[type]).toMatch(/^3\./)
    },
  )

  it('is not taken without what Backstage asks for', async () => {
    for (const entity of entities) {
      const { owner: _, ...spec } = withText(entity, 'text').spec as Record<string, unknown>
      const check = apiEntityV1alpha1Validator.check({ ...entity, spec } as Entity)
      await expect(check).rejects.toThrow(/owner/)
    }
  })
})
