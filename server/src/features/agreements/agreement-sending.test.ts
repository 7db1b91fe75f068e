import type { Agreement } from '@kontor/contract/agreements/agreements.schema'
import { afterAll, describe, expect, test } from 'vitest'
import { startAgreementApp } from '../../testing/agreement-app.ts'
import { makeRetriesDue } from '../../testing/jobs.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { bytesOf, pagesOf } from '../../testing/pdf-text.ts'

const server = await startMailServer()
afterAll(() => server.stop())
const { kontor, admin, callOk, person, createDraft, addLine, send, read, events, view, answer } =
  await startAgreementApp({ worker: 'on', smtpUrl: server.url })

/** The mails that arrive because of something. */
const receive = async (count: number, cause: () => Promise<unknown>) => {
  const before = server.received.length
  await cause()
  return (await server.waitFor(before + count)).slice(before)
}
const receiveOne = async (cause: () => Promise<unknown>) => {
  const [arrived] = await receive(1, cause)
  if (!arrived) throw new Error('No mail arrived')
  return arrived
}
/** An agreement whose mail has arrived. */
const receiveSent = async (body: object): Promise<Agreement> => {
  const { id } = await withLine(body)
  await receiveOne(() => send(id))
  return read(id)
}
const withLine = async (body: object = {}): Promise<Agreement> => {
  const { id } = await createDraft(body)
  await addLine(id)
  return read(id)
}
const responsible = {
  responsibleName: 'Ola Nordmann',
  responsiblePhone: '+47 98 76 54 32',
  responsibleEmail: 'ola@eksempel.example',
}

describe('the mail with an agreement', () => {
  test('has the number, the amount, a button, and the name and phone of the person responsible', async () => {
    const agreement = await withLine(responsible)
    const { mail } = await receiveOne(() => send(agreement.id))
    const html = mail.html?.replaceAll('\u00a0', ' ')
    expect(html).toContain(agreement.reference)
    expect(html).toContain('<strong>1 500,00 kr</strong>')
    expect(html).toMatch(/bgcolor="#0f4750"[^>]*><a href="https:[^"]+"[^>]*>Les og svar på avtalen<\/a>/)
    expect(html).toContain('Vennlig hilsen<br>Ola Nordmann<br>Eksempel AS<br>+47 98 76 54 32<br>ola@eksempel.example')
  })

  test('is signed by the company without a person responsible', async () => {
    const agreement = await withLine()
    const { mail } = await receiveOne(() => send(agreement.id))
    expect(mail.html).toContain('Vennlig hilsen<br>Eksempel AS<br>+47 12 34 56 78<')
  })

  test('quotes a personal message, escaped and with its line breaks', async () => {
    const agreement = await withLine()
    const { mail } = await receiveOne(() => send(agreement.id, { message: 'Takk for sist!\n<b>Ola</b> {title}' }))
    expect(mail.html).toMatch(/<blockquote[^>]*>Takk for sist!<br>&lt;b&gt;Ola&lt;\/b&gt; \{title\}<\/blockquote>/)
    expect(mail.text).toContain('> Takk for sist!')
    expect(JSON.stringify(await events(agreement.id))).not.toContain('Takk for sist')
  })

  test('goes in copy to others, once each, whose addresses stay out of the timeline', async () => {
    const agreement = await withLine()
    const cc = ['leder@kunde.example', 'styret@kunde.example']
    const { to, mail } = await receiveOne(() =>
      send(agreement.id, { cc: ['Leder@kunde.example', ...cc, person.email] }),
    )
    expect(to).toEqual(['kari@kunde.example', ...cc])
    expect(mail.cc?.map(({ address }) => address)).toEqual(cc)
    expect(JSON.stringify(await events(agreement.id))).not.toContain('leder@kunde.example')
  })

  test.each([
    [{ cc: ['nei'] }, { 'cc.0': 'Ugyldig e-postadresse' }],
    [{ cc: Array(6).fill('a@kunde.example') }, { cc: 'Kan ha høyst 5 kopimottakere' }],
    [{ message: 'x'.repeat(2_001) }, { message: 'Melding kan ha høyst 2000 tegn' }],
    [{ language: 'de' }, { language: expect.any(String) }],
    [{ validUntil: '2026-02-30' }, { validUntil: 'Ugyldig dato' }],
  ])('is not sent with %j', async (body, fields) => {
    const { id } = await createDraft()
    const refused = await admin('POST', `/api/agreements/${id}/send`, { contactPersonId: person.id, ...body })
    expect([refused.statusCode, refused.json().fields]).toEqual([400, fields])
    expect(await read(id)).toMatchObject({ status: 'draft', version: 1 })
  })

  test('brings the text that was sent as a PDF, if asked to, whatever changes before it is delivered', async () => {
    const agreement = await withLine({ title: 'Første tekst' })
    server.behave({ code: 451, message: 'Kom tilbake senere' })
    const { mail } = await receiveOne(async () => {
      await send(agreement.id, { attachPdf: true })
      await callOk('PUT', `/api/agreements/${agreement.id}`, { title: 'Andre tekst' })
      await expect.poll(async () => (await read(agreement.id)).lastMail?.delivery).toBe('retrying')
      server.behave('accept')
      await makeRetriesDue(kontor.database.pool, 1)
    })
    expect(mail.attachments.map(({ filename }) => filename)).toEqual([
      `Avtale ${agreement.reference} Blåbær & sønner AS.pdf`,
    ])
    const pages = await pagesOf(bytesOf(mail.attachments[0]?.content))
    expect(pages.join(' ')).toContain('Første tekst')
    expect(pages.join(' ')).not.toContain('Andre tekst')
    expect(mail.text).toContain('Avtalen ligger også ved som PDF.')
  })
})

describe('sending with changes', () => {
  test('changes the agreement, its timeline and the frozen text at once', async () => {
    const agreement = await withLine()
    const changes = { verification: 'code', language: 'en', validUntil: '2026-05-01' }
    const { mail } = await receiveOne(() => send(agreement.id, { ...changes, version: agreement.version }))
    const sent = await read(agreement.id)
    expect(sent).toMatchObject({ ...changes, status: 'sent', version: agreement.version + 1 })
    expect((await view(sent)).agreement).toMatchObject(changes)
    expect((await events(sent.id)).map(({ kind, detail }) => [kind, detail]).slice(2, 4)).toEqual([
      ['changed', 'Gyldig til og med, Språk, Bekreftelse'],
      ['sent', null],
    ])
    expect(mail.subject).toBe('Agreement from Eksempel AS: Rådgivning')
    expect(mail.html).toContain('<html lang="en">')
    expect(mail.html).toContain('Read and answer the agreement')
    expect(mail.text?.replaceAll('\u00a0', ' ')).toContain('NOK 1,500.00')
    expect(mail.text).toContain('Friday, 1 May 2026')
    const reminder = await receiveOne(() => send(sent.id, { attachPdf: true }))
    expect(reminder.mail.subject).toBe('Reminder: agreement from Eksempel AS: Rådgivning')
    expect(reminder.mail.attachments[0]?.filename).toBe(`Agreement ${sent.reference} Blåbær & sønner AS.pdf`)
  })

  test('leaves an accepted agreement as it is', async () => {
    const agreement = await receiveSent({ validUntil: '2026-05-01' })
    await receive(2, () => answer(agreement, { action: 'accept', name: 'Kari Nordmann' }))
    const before = await read(agreement.id)
    const { mail } = await receiveOne(() =>
      send(agreement.id, { language: 'en', validUntil: null, verification: 'code' }),
    )
    expect(mail.subject).toMatch(/^Kopi av akseptert avtale/)
    const { language, validUntil, verification, evidence } = before
    expect(await read(agreement.id)).toMatchObject({ language, validUntil, verification, evidence, status: 'accepted' })
  })

  test('answers in the language of the agreement; the company gets Norwegian', async () => {
    const agreement = await receiveSent({ language: 'en', title: 'Advice' })
    const receipts = await receive(2, () => answer(agreement, { action: 'accept', name: 'Kari Nordmann' }))
    const subjects = receipts.map(({ mail }) => mail.subject)
    expect(subjects.toSorted()).toEqual(['Akseptert: Advice – Blåbær & sønner AS', 'Receipt: Advice – Accepted'])
    const receipt = receipts.find(({ mail }) => mail.subject?.startsWith('Receipt'))
    expect(receipt?.mail.text).toContain('Answered by')
    expect((await pagesOf(bytesOf(receipt?.mail.attachments[0]?.content))).at(-1)).toContain('Evidence of the answer')
    const notice = receipts.find(({ mail }) => mail.subject?.startsWith('Akseptert'))
    expect(notice?.mail.html).toContain(`href="https://www.eksempel.example/admin/avtaler/${agreement.id}"`)
  })
})

describe('GET /api/agreements/{id}/mail-preview', () => {
  const preview = (id: string, query: Record<string, string>) =>
    admin('GET', `/api/agreements/${id}/mail-preview?${new URLSearchParams(query)}`)

  test('shows the mail as it will be sent, and changes nothing', async () => {
    const { id, version } = await withLine()
    const fields = { message: 'Hei <der>', language: 'en', validUntil: '2026-05-01', attachPdf: true }
    const query = { ...fields, attachPdf: 'true', contactPersonId: String(person.id) }
    const shown = await preview(id, query)
    expect(shown.statusCode).toBe(200)
    expect(await read(id)).toMatchObject({ status: 'draft', language: 'no', validUntil: null, version })
    const { mail } = await receiveOne(() => send(id, fields))
    const withoutLink = (html: string) => html.replaceAll(/href="[^"]*"/g, '').trim()
    expect(withoutLink(shown.body)).toBe(withoutLink(mail.html ?? ''))
  })

  test.each([
    [{ language: 'de' }, 400],
    [{ message: 'x'.repeat(2_001) }, 400],
    [{ attachPdf: 'kanskje' }, 400],
  ])('rejects %j', async (query, status) => {
    const { id } = await createDraft()
    expect((await preview(id, query)).statusCode).toBe(status)
  })
})
