import type { Agreement } from '@kontor/contract/agreements/agreements.schema'
import type { LightMyRequestResponse } from 'fastify'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { maxWaitingDownloads } from '../../platform/pdf/pdf-renderer.ts'
import { startAgreementApp, unknownId } from '../../testing/agreement-app.ts'
import { holdPdfThread } from '../../testing/pdf-thread.ts'
import { downloadsPerLink } from './agreement-answers.pdf.routes.ts'

const { kontor, admin, createDraft, createAndSend, responsePath } = await startAgreementApp()

const byId = ({ id }: Pick<Agreement, 'id'>) => admin('GET', `/api/agreements/${id}/pdf`)
const byLink = (agreement: Pick<Agreement, 'responseToken'>) => kontor.call('GET', `${responsePath(agreement)}/pdf`)
const statusesOf = (answers: readonly LightMyRequestResponse[]) => answers.map(({ statusCode }) => statusCode)

// Fake timers, so that no call times out on a busy machine.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('concurrent downloads', () => {
  test('of one agreement, by id and by link, share one rendering, cached until the agreement changes', async () => {
    const thread = holdPdfThread()
    const agreement = await createAndSend({ title: 'Samtidig' })
    const asked = [byId(agreement), byLink(agreement), byLink(agreement)]
    thread.release()
    const answers = await Promise.all(asked)
    expect(statusesOf(answers)).toEqual([200, 200, 200])
    const before = await byLink(agreement)
    for (const { rawPayload } of answers) expect(rawPayload.equals(before.rawPayload)).toBe(true)
    expect(thread.titles()).toEqual(['Samtidig'])
    await admin('PUT', `/api/agreements/${agreement.id}`, { title: 'Endret' })
    expect((await byId(agreement)).rawPayload.equals(before.rawPayload)).toBe(false)
    expect(thread.titles()).toEqual(['Samtidig', 'Endret'])
  })

  test('beyond the queue limit get 503 with Retry-After', async () => {
    const thread = holdPdfThread()
    const drafts: Agreement[] = []
    // One is rendering, `maxWaitingDownloads` are queued, and one is rejected.
    for (let number = 0; number < maxWaitingDownloads + 2; number += 1) {
      drafts.push(await createDraft({ title: `Utkast ${number}` }))
    }
    const asked = drafts.map(byId)
    const refusal = await Promise.race(asked)
    expect([refusal.statusCode, refusal.headers['retry-after']]).toEqual([503, '5'])
    expect(refusal.headers['content-disposition']).toBeUndefined()
    expect(refusal.json()).toEqual({ error: 'Mange vil ha dokumenter akkurat nå. Prøv igjen om litt.' })
    thread.release()
    await Promise.all(asked)
  })
})

test('names the letters that the pages replace, as the agreement stands, and draws it once', async () => {
  const thread = holdPdfThread()
  thread.release()
  const draft = await createDraft({ title: 'Kurs i 漢字 ☐ Привет' })
  const letters = await admin('GET', `/api/agreements/${draft.id}/unshown-letters`)
  expect([letters.json(), (await byId(draft)).statusCode, thread.titles()]).toEqual([['漢', '字'], 200, [draft.title]])
})

describe('a link', () => {
  test('gets 429 with Retry-After beyond its downloads per ten minutes, unlike other links and the office', async () => {
    const [busy, other] = [await createAndSend(), await createAndSend()]
    const answers = await Promise.all(Array.from({ length: downloadsPerLink }, () => byLink(busy)))
    expect(statusesOf(answers)).toEqual(Array(downloadsPerLink).fill(200))
    const refused = await byLink(busy)
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toEqual({ error: 'For mange forsøk. Vent litt og prøv igjen.' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(600)
    expect(statusesOf([await byLink(other), await byId(busy), await kontor.call('GET', responsePath(busy))])).toEqual([
      200, 200, 200,
    ])
  })

  test('that is unknown, or to a draft, is always 404, never 429', async () => {
    const draft = await createDraft()
    const tries = Array.from({ length: downloadsPerLink + 1 }, (_, index) =>
      byLink(index % 2 ? draft : { responseToken: unknownId }),
    )
    expect(new Set(statusesOf(await Promise.all(tries)))).toEqual(new Set([404]))
    expect(statusesOf([await byLink(draft)])).toEqual([404])
  })
})
