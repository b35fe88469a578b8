import type { Contract } from '@partner-platform/codegen'
import { bundleContract, toOpenApi } from '@partner-platform/codegen'
import { specsFolder } from '@partner-platform/fixtures/tables'
import { expect, test } from 'vitest'

const documents = { openapi: ['openapi.yaml'], asyncapi: ['asyncapi.yaml'], cwd: specsFolder }

test('the published bundle of OpenAPI means what its documents mean, webhooks included', () => {
  const fromDocuments = bundleContract(documents)
  const fromBundle = bundleContract({ openapi: ['dist/openapi.json'], cwd: specsFolder })
  const [written, published] = [toOpenApi(fromDocuments), toOpenApi(fromBundle)]
  const callsOf = ({ operations }: Contract) => operations.map(({ location: _, ...call }) => call)
  expect(callsOf(fromBundle)).toEqual(callsOf(fromDocuments))
  expect(fromBundle.servers).toEqual(fromDocuments.servers)
  const { post } = written.webhooks['submission.updated'] as Record<string, object>
  // Only texts for people may differ; a tool that reads webhooks there gets the same calls.
  const { summary: _, 'x-source': __, ...call } = post as Record<string, unknown>
  expect(published.webhooks).toMatchObject({ 'submission.updated': { post: call } })
  expect(Object.keys(published.webhooks)).toEqual(Object.keys(written.webhooks))
  // A header that OpenAPI describes by the content type of the body.
  const { SubmissionUpdatedContentTypeHeader: ___, ...schemas } = written.components.schemas ?? {}
  expect(published.components.schemas).toMatchObject(schemas)
  expect(Object.keys(schemas).length).toBeGreaterThan(20)
})
