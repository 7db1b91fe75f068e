import type { Agreement } from '@kontor/contract/agreements/agreements.schema'
import { describe, expect, test } from 'vitest'
import { startAgreementApp } from '../../testing/agreement-app.ts'

const {
  kontor,
  admin,
  customer,
  person,
  callOk,
  createDraft,
  createAndSend,
  addLine,
  send,
  read,
  view,
  answer,
  events,
} = await startAgreementApp()
const path = '/api/agreement-settings'
const set = (codeAbove: number | null) => callOk('PUT', path, { codeAbove })

test('asks for no code by default, and shows the keys', async () => {
  const { key, seal } = kontor.deps.signing
  expect(await callOk('GET', path)).toEqual({
    codeAbove: null,
    eid: false,
    key: { id: key.id, since: expect.any(String) },
    seal: { holder: seal.holder, fingerprint: seal.fingerprint, selfSigned: true, since: expect.any(String) },
    timestampAuthority: null,
  })
  const { id } = await createDraft()
  await addLine(id, { unitPrice: 100_000_000 })
  expect(await send(id)).toMatchObject({ verification: 'link' })
})

test('an agreement above the amount asks for a code, unless another verification was chosen', async () => {
  await set(150_000)
  const { id, verification } = await createDraft()
  expect(verification).toBe('link')
  // 1 200 kr and 25 % VAT are the amount itself.
  await addLine(id)
  expect(await read(id)).toMatchObject({ verification: 'link' })
  await addLine(id, { unitPrice: 1, vatRate: 0 })
  expect(await read(id)).toMatchObject({ verification: 'code' })
  expect(await send(id)).toMatchObject({ verification: 'code' })

  const chosen = await createDraft({ verification: 'link' })
  await addLine(chosen.id, { unitPrice: 1_000_000 })
  expect(await send(chosen.id)).toMatchObject({ verification: 'link' })

  const changed = await createDraft()
  await addLine(changed.id, { unitPrice: 1_000_000 })
  await callOk('PUT', `/api/agreements/${changed.id}`, { verification: 'link' })
  await addLine(changed.id)
  expect(await send(changed.id)).toMatchObject({ verification: 'link' })

  const atSending = await createDraft({ totalAmount: 1_000_000 })
  expect(atSending).toMatchObject({ verification: 'code' })
  expect(await send(atSending.id, { verification: 'link' })).toMatchObject({ verification: 'link' })
  const { agreement: copy } = await callOk<{ agreement: { verification: string } }>(
    'POST',
    `/api/agreements/${atSending.id}/copy`,
  )
  expect(copy.verification).toBe('link')
})

test('an amount set later applies to drafts without a chosen verification only', async () => {
  await set(null)
  const amounts = { totalAmount: 1_000_000, vatAmount: 250_000 }
  const [draft, small, chosen] = [
    await createDraft(amounts),
    await createDraft({ totalAmount: 1_000 }),
    await createDraft({ ...amounts, verification: 'link' }),
  ]
  const sent = await send((await createDraft(amounts)).id)
  await set(1_249_999)
  const changed = await read(draft.id)
  expect(changed).toMatchObject({ verification: 'code', version: draft.version + 1 })
  expect((await events(draft.id)).at(-1)).toMatchObject({ kind: 'changed', detail: 'Bekreftelse (ny beløpsgrense)' })
  for (const other of [small, chosen, sent]) expect(await read(other.id)).toMatchObject(other)
  // A sender who has read an older version of the draft must read it again.
  const stale = await admin('POST', `/api/agreements/${draft.id}/send`, {
    contactPersonId: person.id,
    version: draft.version,
  })
  expect([stale.statusCode, stale.json().current.verification]).toEqual([409, 'code'])
  await set(1_250_000)
  expect(await read(draft.id)).toMatchObject({ verification: 'link', version: changed.version + 1 })
  await set(0)
  expect(await send(draft.id)).toMatchObject({ verification: 'code' })
  expect(await send(sent.id)).toMatchObject({ verification: 'link' })
})

test('rejects an invalid amount, and one based on a stale value', async () => {
  for (const codeAbove of [-1, 1.5, 'mye']) {
    const refused = await admin('PUT', path, { codeAbove })
    expect([refused.statusCode, refused.json().fields]).toEqual([400, { codeAbove: 'Beløpet må være 0 eller høyere' }])
  }
  await set(100)
  const late = await admin('PUT', path, { codeAbove: 300, known: null })
  expect([late.statusCode, late.json().current.codeAbove]).toEqual([409, 100])
  expect(await callOk('PUT', path, { codeAbove: null, known: 100 })).toMatchObject({ codeAbove: null })
})

describe('where no OpenID provider is configured, eID', () => {
  const sentence = 'eID er ikke satt opp her. Velg en annen bekreftelse.'
  const refused = { error: sentence, fields: { verification: sentence } }
  const recipient = { contactPersonId: person.id, recipientEmail: person.email }
  /** Leaves the agreement as it was when the provider's settings were removed. */
  const leaveWithEid = async ({ id }: { id: string }) => {
    await kontor.database.pool.query(
      `UPDATE agreements SET verification = 'eid', verification_chosen = true WHERE id = $1`,
      [id],
    )
    return read(id)
  }

  test('is refused when an agreement is created, changed or sent', async () => {
    const { id } = await createDraft()
    await addLine(id)
    const before = await read(id)
    for (const answer of [
      await admin('POST', '/api/agreements', { title: 'Ny', customerId: customer.id, verification: 'eid' }),
      await admin('PUT', `/api/agreements/${id}`, { verification: 'eid' }),
      await admin('POST', `/api/agreements/${id}/send`, { ...recipient, verification: 'eid' }),
    ]) {
      expect([answer.statusCode, answer.json()]).toEqual([400, refused])
    }
    expect(await read(id)).toEqual(before)
    expect((await callOk<{ title: string }[]>('GET', '/api/agreements')).map(({ title }) => title)).not.toContain('Ny')
  })

  test('chosen earlier can be kept while other fields change, but not sent or reminded of', async () => {
    const draft = await createDraft()
    await addLine(draft.id)
    for (const agreement of [await leaveWithEid(draft), await leaveWithEid(await createAndSend())]) {
      const { id, status } = agreement
      await callOk('PUT', `/api/agreements/${id}`, { title: 'Nytt navn', verification: 'eid' })
      const again = await admin('POST', `/api/agreements/${id}/send`, recipient)
      expect([again.statusCode, again.json()]).toEqual([400, refused])
      expect(await read(id)).toMatchObject({ status, title: 'Nytt navn' })
      expect(await send(id, { verification: 'code' })).toMatchObject({ status: 'sent', verification: 'code' })
    }
  })

  test('that was sent before leaves contact, an answer by phone and another verification', async () => {
    const [asking, phoned, changed] = [
      await leaveWithEid(await createAndSend()),
      await leaveWithEid(await createAndSend()),
      await leaveWithEid(await createAndSend()),
    ]
    expect((await view(asking)).agreement).toMatchObject({ status: 'sent', verification: 'eid', eid: false })
    expect((await answer(asking, { action: 'accept', name: 'Kari' })).statusCode).toBe(403)
    expect((await answer(asking, { action: 'contact' })).json().agreement.status).toBe('pending_contact')
    const { version } = phoned
    await callOk('POST', `/api/agreements/${phoned.id}/answer`, { action: 'accept', name: 'Kari', version })
    await callOk('PUT', `/api/agreements/${changed.id}`, { verification: 'link' })
    expect((await answer(changed, { action: 'accept', name: 'Kari' })).json().agreement.status).toBe('accepted')
  })

  test('leaves an accepted agreement, its copies and templates from it usable', async () => {
    const accepted = await leaveWithEid(await createAndSend())
    await callOk('POST', `/api/agreements/${accepted.id}/answer`, { action: 'accept', version: accepted.version })
    expect(await send(accepted.id)).toMatchObject({ status: 'accepted' })
    const { agreement: copy } = await callOk<{ agreement: Agreement }>('POST', `/api/agreements/${accepted.id}/copy`)
    const { id: templateId } = await callOk<{ id: string }>('POST', '/api/agreement-templates', {
      name: 'Med eID',
      agreementId: accepted.id,
    })
    for (const { id, verification } of [copy, await createDraft({ templateId })]) {
      expect(verification).toBe('eid')
      expect((await admin('POST', `/api/agreements/${id}/send`, recipient)).json()).toEqual(refused)
      expect(await send(id, { verification: 'link' })).toMatchObject({ status: 'sent' })
    }
  })
})
