import { expect, test } from 'vitest'
import { startAgreementApp } from '../../testing/agreement-app.ts'

const { kontor, admin, callOk, createDraft, addLine, send, read } = await startAgreementApp()
const path = '/api/agreement-settings'
const set = (codeAbove: number | null) => callOk('PUT', path, { codeAbove })

test('no code is asked for as delivered; the keys are shown to the administrator only', async () => {
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
  for (const [method, body] of [['GET'], ['PUT', { codeAbove: 1 }]] as const) {
    expect((await kontor.call(method, path, body)).statusCode).toBe(401)
    expect((await (await kontor.asSales())(method, path, body)).statusCode).toBe(403)
  }
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

test('an amount that was set later applies to drafts when they are sent, not to what was sent', async () => {
  await set(null)
  const draft = await createDraft({ totalAmount: 1_000_000 })
  const sent = await send((await createDraft({ totalAmount: 1_000_000 })).id)
  await set(0)
  expect(await send(draft.id)).toMatchObject({ verification: 'code' })
  expect(await send(sent.id)).toMatchObject({ verification: 'link' })
})

test('rejects an invalid amount, and one over another change', async () => {
  for (const codeAbove of [-1, 1.5, 'mye']) {
    const refused = await admin('PUT', path, { codeAbove })
    expect([refused.statusCode, refused.json().fields]).toEqual([400, { codeAbove: 'Beløpet må være 0 eller høyere' }])
  }
  await set(100)
  const late = await admin('PUT', path, { codeAbove: 300, known: null })
  expect([late.statusCode, late.json().current.codeAbove]).toEqual([409, 100])
  expect(await callOk('PUT', path, { codeAbove: null, known: 100 })).toMatchObject({ codeAbove: null })
})
