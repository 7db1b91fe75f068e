import { expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { declaredEndpoints } from '../../testing/endpoint-coverage.ts'

const admin = await (await startTestApp({ worker: 'off' })).asAdmin()

const ids = ['00000000-0000-4000-8000-000000000000', '999999']

/** The bodies of calls that check a body before they look for the record. */
const bodies: Readonly<Record<string, object>> = {
  'POST /api/contacts/{id}/replies': { subject: 'Sv', text: 'Hei' },
  'POST /api/agreements/{id}/send': { contactPersonId: 1 },
  'POST /api/agreements/{id}/answer': { action: 'accept' },
  'POST /api/leads/{id}/notes': { text: 'Ring' },
  'PUT /api/leads/{id}/notes/{entryId}': { text: 'Ring' },
}

// A lead's enquiries are a list, empty for a lead without any; a link opened by a scanner changes nothing.
const others = ['GET /api/leads/{id}/enquiries', 'POST /api/agreement-response/{token}/opened']

test('every call that names an unknown record is answered with 404 and a sentence', async () => {
  const called: string[] = []
  for (const { method, path, params, body } of await declaredEndpoints()) {
    const call = `${method} ${path}`
    const given = bodies[call] ?? {}
    const named = ids.find((id) => params?.safeParse({ id, token: id, entryId: id, lineId: id, importId: id }).success)
    if (!named || others.includes(call) || body?.safeParse(given).success === false) continue
    const hasBody = method !== 'GET' && method !== 'DELETE'
    const answer = await admin(method, path.replaceAll(/\{\w+\}/g, named), hasBody ? given : undefined)
    expect([answer.statusCode, answer.json().error], call).toEqual([404, expect.stringMatching(/ ikke|avsluttet/)])
    called.push(call)
  }
  expect(called.length).toBeGreaterThan(60)
  expect(called).toEqual(expect.arrayContaining(Object.keys(bodies)))
})
