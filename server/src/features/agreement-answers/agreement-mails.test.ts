import type { Agreement } from '@kontor/contract/agreements/agreements.schema'
import type { EmailLog } from '@kontor/contract/emails/emails.schema'
import { afterAll, describe, expect, test } from 'vitest'
import { startAgreementApp } from '../../testing/agreement-app.ts'
import { makeRetriesDue, waitForJobs } from '../../testing/jobs.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { bytesOf, pagesOf } from '../../testing/pdf-text.ts'
import { contactPersons, customers } from '../customers/customers.table.ts'

const server = await startMailServer()
afterAll(() => server.stop())
const kontorApp = await startAgreementApp({ worker: 'on', smtpUrl: server.url })
const { kontor, admin, callOk, customer, person, createDraft, addLine, send } = kontorApp
const { read, events, mails, view, answer, download } = kontorApp
const { db, pool } = kontor.database
const { key, seal } = kontor.deps.signing

/** Returns the mails that an action causes. */
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
const withLine = async (body: object = {}): Promise<Agreement> => {
  const { id } = await createDraft(body)
  await addLine(id)
  return read(id)
}
/** An agreement whose mail has arrived. */
const receiveSent = async (body: object): Promise<Agreement> => {
  const { id } = await withLine(body)
  await receiveOne(() => send(id))
  return read(id)
}
/** Returns the agreement when its last mail is delivered or has failed. */
const delivered = async (id: string): Promise<Agreement> => {
  await waitForJobs(pool)
  return read(id)
}
const textsOf = async (mail: { attachments: readonly { content: ArrayBuffer | Uint8Array | string }[] }) =>
  pagesOf(bytesOf(mail.attachments[0]?.content))

describe('the mail with an agreement', () => {
  test('has the link, the number, the amount and the person responsible; card and timeline show its delivery', async () => {
    const { id, reference } = await withLine({
      title: 'Åpenhet & <b>risiko</b>',
      validUntil: '2026-12-31',
      responsibleName: 'Ola Nordmann',
      responsiblePhone: '+47 98 76 54 32',
      responsibleEmail: 'ola@eksempel.example',
    })
    const { to, mail } = await receiveOne(() => send(id))
    const agreement = await delivered(id)
    const html = mail.html?.replaceAll('\u00a0', ' ')
    expect(to).toEqual(['kari@kunde.example'])
    expect(mail.subject).toBe('Avtale fra Eksempel AS: Åpenhet & <b>risiko</b>')
    expect(html).toContain('Åpenhet &amp; &lt;b&gt;risiko&lt;/b&gt;')
    expect(mail.text).toContain('torsdag 31. desember 2026')
    expect(html).toContain(reference)
    expect(html).toContain('<strong>1 500,00 kr</strong>')
    const link = `https://www.eksempel.example/agreement-response/${agreement.responseToken}`
    expect(html).toMatch(new RegExp(`bgcolor="#0f4750"[^>]*><a href="${link}"[^>]*>Les og svar på avtalen</a>`))
    expect(html).toContain('Vennlig hilsen<br>Ola Nordmann<br>Eksempel AS<br>+47 98 76 54 32<br>ola@eksempel.example')
    expect(mail.attachments).toEqual([])
    expect(agreement).toMatchObject({
      status: 'sent',
      sentAt: '2026-03-24T09:00:00.000Z',
      contactPersonId: person.id,
      lastMail: { to: 'kari@kunde.example', delivery: 'sent', errorMessage: null },
    })
    expect((await events(id)).map(({ kind, actor, recipientEmail }) => [kind, actor, recipientEmail])).toEqual([
      ['created', 'admin', null],
      ['changed', 'admin', null],
      ['sent', 'admin', 'kari@kunde.example'],
      ['delivered', 'system', 'kari@kunde.example'],
    ])
  })

  test("quotes a personal message, goes once to each address in copy, and is otherwise the company's", async () => {
    const agreement = await withLine()
    const cc = ['leder@kunde.example', 'styret@kunde.example']
    const { to, mail } = await receiveOne(() =>
      send(agreement.id, {
        message: 'Takk for sist!\n<b>Ola</b> {title}',
        cc: ['Leder@kunde.example', ...cc, person.email],
      }),
    )
    expect(mail.html).toMatch(/<blockquote[^>]*>Takk for sist!<br>&lt;b&gt;Ola&lt;\/b&gt; \{title\}<\/blockquote>/)
    expect(mail.text).toContain('> Takk for sist!')
    expect(mail.html).toContain('Vennlig hilsen<br>Eksempel AS<br>+47 12 34 56 78<')
    expect(to).toEqual(['kari@kunde.example', ...cc])
    expect(mail.cc?.map(({ address }) => address)).toEqual(cc)
    const timeline = JSON.stringify(await events(agreement.id))
    for (const text of ['Takk for sist', 'leder@kunde.example']) expect(timeline).not.toContain(text)
  })

  test('attaches the sent text as a PDF on request, even if the agreement changes before delivery', async () => {
    const agreement = await withLine({ title: 'Første tekst' })
    server.behave({ code: 451, message: 'Kom tilbake senere' })
    const { mail } = await receiveOne(async () => {
      await send(agreement.id, { attachPdf: true })
      await callOk('PUT', `/api/agreements/${agreement.id}`, { title: 'Andre tekst' })
      await expect.poll(async () => (await read(agreement.id)).lastMail?.delivery).toBe('retrying')
      server.behave('accept')
      await makeRetriesDue(pool, 1)
    })
    expect(mail.attachments.map(({ filename }) => filename)).toEqual([
      `Avtale ${agreement.reference} Blåbær & sønner AS.pdf`,
    ])
    const text = (await textsOf(mail)).join(' ')
    expect(text).toContain('Første tekst')
    expect(text).not.toContain('Andre tekst')
    expect(mail.text).toContain('Avtalen ligger også ved som PDF.')
  })

  test('shows a permanent rejection with its reason on the card, until a resend from the log succeeds', async () => {
    const { id } = await createDraft()
    server.behave({ code: 550, message: '5.1.1 No such user here', at: 'recipient' })
    await send(id)
    const failed = await delivered(id)
    server.behave('accept')
    expect(failed).toMatchObject({ status: 'sent', lastMail: { delivery: 'failed' } })
    expect(failed.lastMail?.errorMessage).toContain('No such user here')
    expect((await events(id)).at(-1)).toMatchObject({ kind: 'failed', detail: expect.stringContaining('No such user') })
    await receive(1, () => callOk<EmailLog>('POST', `/api/email-logs/${failed.lastMail?.emailLogId}/resend`))
    await waitForJobs(pool)
    expect((await read(id)).lastMail?.delivery).toBe('sent')
    expect((await events(id)).at(-1)).toMatchObject({ kind: 'delivered' })
  })
})

describe('receipts', () => {
  test('go to both parties with the evidence, and the agreement with its evidence as a PDF', async () => {
    const agreement = await receiveSent({ title: 'Blåbær på Østlandet' })
    const receipts = await receive(2, () => answer(agreement, { action: 'accept', message: 'Så bra, Łukasz!' }))
    const { evidence } = await read(agreement.id)
    const pdf = await download(agreement)
    expect(receipts.flatMap(({ to }) => to).sort()).toEqual(['kari@kunde.example', 'varsel@eksempel.example'])
    for (const { mail, to } of receipts) {
      for (const proof of [evidence, key.publicKey, seal.fingerprint, 'Bevis nr. ']) expect(mail.html).toContain(proof)
      expect(mail.replyTo).toEqual(
        to[0] === 'kari@kunde.example' ? undefined : [{ address: 'kari@kunde.example', name: '' }],
      )
      expect(mail.attachments).toMatchObject([
        { filename: `Avtale ${agreement.reference} Blåbær & sønner AS.pdf`, mimeType: 'application/pdf' },
      ])
      expect(Buffer.from(bytesOf(mail.attachments[0]?.content)).equals(pdf)).toBe(true)
    }
    const pages = await pagesOf(pdf)
    expect(pages[0]).toContain('Blåbær på Østlandet')
    expect(pages[0]).toContain('Total ink. mva   1 500,00 kr')
    expect(pages.at(-1)).toContain('Bevis for svaret')
    expect(pages.join(' ').replaceAll(/\s/g, '')).toContain(evidence)
    expect(pages.at(-1)).toMatch(/Ł ?ukasz/)
    const { headers } = await kontor.call('GET', `/api/agreement-response/${agreement.responseToken}/pdf`)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    await waitForJobs(pool)
    expect(server.received.filter(({ mail }) => mail.subject?.includes('Blåbær'))).toHaveLength(3)
  })

  test("are in the agreement's language; the company's is Norwegian", async () => {
    const agreement = await receiveSent({ language: 'en', title: 'Advice' })
    const receipts = await receive(2, () => answer(agreement, { action: 'accept', name: 'Kari Nordmann' }))
    const mailTo = (address: string) => receipts.find(({ to }) => to.includes(address))?.mail
    const receipt = mailTo('kari@kunde.example')
    expect([receipt?.subject, receipt?.text]).toEqual([
      'Receipt: Advice – Accepted',
      expect.stringContaining('Answered by'),
    ])
    const notice = mailTo('varsel@eksempel.example')
    expect(notice?.subject).toBe('Akseptert: Advice – Blåbær & sønner AS')
    expect(notice?.html).toContain(`href="https://www.eksempel.example/admin/avtaler/${agreement.id}"`)
  })
})

describe('sending again', () => {
  test('is a reminder of a sent agreement and a copy of an accepted one, which it does not change', async () => {
    const agreement = await receiveSent({ title: 'Igjen', validUntil: '2026-05-01' })
    const reminder = await receiveOne(() => send(agreement.id, { recipientEmail: 'ny@kunde.example' }))
    expect([reminder.to, reminder.mail.subject]).toEqual([
      ['ny@kunde.example'],
      'Påminnelse om avtale fra Eksempel AS: Igjen',
    ])
    // The timeline notes a delivery after the mail server has taken the mail.
    await waitForJobs(pool)
    // Recipients: the company, the address that got the link, and the contact person's address.
    await receive(3, () => answer(agreement, { action: 'accept' }))
    await waitForJobs(pool)
    const { status, language, validUntil, verification, evidence, respondedAt } = await delivered(agreement.id)
    const changes = { language: 'en', validUntil: null, verification: 'code' }
    const copy = await receiveOne(() => send(agreement.id, changes))
    expect(copy.mail.subject).toBe('Kopi av akseptert avtale med Eksempel AS: Igjen')
    expect((await textsOf(copy.mail)).at(-1)).toContain('Bevis for svaret')
    const after = await delivered(agreement.id)
    expect(after).toMatchObject({ status, language, validUntil, verification, evidence, respondedAt })
    expect(status).toBe('accepted')
    const timeline = (await events(agreement.id)).slice(2)
    expect(timeline.map(({ kind, detail }) => (kind === 'delivered' ? detail : kind))).toEqual([
      'sent',
      'Avtale fra Eksempel AS: Igjen',
      'reminded',
      'Påminnelse om avtale fra Eksempel AS: Igjen',
      'answered',
      'Kvittering: Igjen – Akseptert',
      'Kvittering: Igjen – Akseptert',
      'copy_sent',
      'Kopi av akseptert avtale med Eksempel AS: Igjen',
    ])
  })

  test('is refused for a rejected agreement, and one that has changed since it was read', async () => {
    const rejected = await receiveSent({ title: 'Avslått' })
    await receive(2, () => answer(rejected, { action: 'reject' }))
    const body = { contactPersonId: person.id }
    const refused = await admin('POST', `/api/agreements/${rejected.id}/send`, body)
    expect([refused.statusCode, refused.json().error]).toEqual([
      409,
      'Avtalen er avslått og kan ikke sendes på nytt. Kopier den i stedet.',
    ])
    const { id, version } = await createDraft()
    const clicks = await Promise.all(
      [1, 2, 3].map(() => admin('POST', `/api/agreements/${id}/send`, { ...body, version })),
    )
    expect(clicks.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
    await delivered(id)
    expect((await mails()).filter(({ relatedId }) => relatedId === id)).toHaveLength(1)
  })
})

describe('sending', () => {
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

  test('is previewed without its link, and the preview changes nothing', async () => {
    const agreement = await withLine()
    const { id } = agreement
    const fields = { message: 'Hei <der>', language: 'en', validUntil: '2026-05-01', attachPdf: true }
    const preview = (query: Record<string, string>) =>
      admin('GET', `/api/agreements/${id}/mail-preview?${new URLSearchParams(query)}`)
    const shown = await preview({ ...fields, attachPdf: 'true', contactPersonId: String(person.id) })
    expect(shown.statusCode).toBe(200)
    expect(shown.headers['content-security-policy']).toContain('sandbox')
    expect(shown.body).not.toContain(agreement.responseToken)
    expect(await read(id)).toEqual(agreement)
    const { mail } = await receiveOne(() => send(id, fields))
    const withoutLink = (html: string) => html.replaceAll(/href="[^"]*"/g, '').trim()
    expect(withoutLink(shown.body)).toBe(withoutLink(mail.html ?? ''))
    for (const query of [{ language: 'de' }, { message: 'x'.repeat(2_001) }, { attachPdf: 'kanskje' }]) {
      expect((await preview(query)).statusCode).toBe(400)
    }
  })

  test('requires valid fields and a contact person of the customer with an address, but no last day to come', async () => {
    const { id } = await createDraft({ validUntil: '2026-03-01' })
    const [other] = await db.insert(customers).values({ name: 'Andre', email: 'a@kunde.example' }).returning()
    const names = { firstName: 'Ola', lastName: 'Nordmann' }
    const [stranger, withoutEmail] = await db
      .insert(contactPersons)
      .values([
        { ...names, customerId: other?.id ?? 0, email: 'ola@kunde.example' },
        { ...names, customerId: customer.id, email: '' },
      ])
      .returning()
    const sentence = 'Du må velge en kontaktperson før sending.'
    const toKari = { contactPersonId: person.id }
    for (const [body, fields] of [
      [{}, { contactPersonId: sentence }],
      [{ contactPersonId: null }, { contactPersonId: sentence }],
      [{ contactPersonId: 2_147_483_648 }, { contactPersonId: sentence }],
      [{ ...toKari, recipientEmail: '' }, { recipientEmail: sentence }],
      [{ ...toKari, recipientEmail: 'nei' }, { recipientEmail: 'Ugyldig e-postadresse' }],
      [{ contactPersonId: withoutEmail?.id }, { recipientEmail: sentence }],
      [{ contactPersonId: stranger?.id }, { contactPersonId: 'Kontaktpersonen hører ikke til kunden' }],
      [{ ...toKari, cc: ['nei'] }, { 'cc.0': 'Ugyldig e-postadresse' }],
      [{ ...toKari, cc: Array(6).fill('a@kunde.example') }, { cc: 'Kan ha høyst 5 kopimottakere' }],
      [{ ...toKari, message: 'x'.repeat(2_001) }, { message: 'Melding kan ha høyst 2000 tegn' }],
      [{ ...toKari, language: 'de' }, { language: expect.any(String) }],
      [{ ...toKari, validUntil: '2026-02-30' }, { validUntil: 'Ugyldig dato' }],
    ]) {
      const answered = await admin('POST', `/api/agreements/${id}/send`, body)
      expect([answered.statusCode, answered.json().fields]).toEqual([400, fields])
    }
    expect(await read(id)).toMatchObject({ status: 'draft', version: 1, sentAt: null, lastMail: null })
    expect((await admin('POST', `/api/agreements/${id}/send`, toKari)).statusCode).toBe(200)
    expect((await mails()).at(0)).toMatchObject({ to: 'kari@kunde.example' })
    expect(await delivered(id)).toMatchObject({ status: 'sent', validUntil: '2026-03-01' })
  })
})
