// A typed call and a route of a document that is not ours, with nothing but generated code.
import { operations, parseMuseumHours, requestParsers } from './museum/index.ts'
import type { operations as types } from './museum/openapi.ts'

type Hours = types['getMuseumHours']['responses'][200]['content']['application/json']

const { getMuseumHours } = operations
const { query } = requestParsers.getMuseumHours.parameters
const hours: Hours = [{ date: '2030-01-01', timeOpen: '09:00', timeClose: '18:00' }]

function serve(request: Request): Response {
  const { pathname, searchParams } = new URL(request.url)
  if (request.method !== getMuseumHours.method || pathname !== getMuseumHours.path)
    return Response.json({ title: 'Not found' }, { status: 404 })
  const limit = query.limit.sent(Number(searchParams.get('limit') ?? 10))
  if (!limit.ok) return Response.json({ title: limit.issues[0]?.message }, { status: 400 })
  return Response.json(hours.slice(0, limit.value))
}

for (const limit of [1, 1000]) {
  const url = `http://museum.example${getMuseumHours.path}?limit=${limit}`
  const answer = serve(new Request(url, { method: getMuseumHours.method }))
  const parsed = parseMuseumHours(await answer.json())
  console.log(answer.status, parsed.ok ? parsed.value[0]?.timeOpen : 'is no list of hours')
}
