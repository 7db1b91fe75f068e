import { setTimeout as sleep } from 'node:timers/promises'
import type { Agreement } from '@kontor/contract/agreements/agreements.schema'
import type { EmailLog } from '@kontor/contract/emails/emails.schema'
import { afterAll, describe, expect, test } from 'vitest'
import { startAgreementApp } from '../../testing/agreement-app.ts'
import { waitForJobs } from '../../testing/jobs.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { bytesOf, pagesOf } from '../../testing/pdf-text.ts'
import { contactPersons, customers } from '../customers/customers.table.ts'

describe('with a mail server', async () => {
  const server = await startMailServer()
  afterAll(() => server.stop())
  const { kontor, admin, callOk, createDraft, addLine, send, createAndSend, read, events, mails, answer, person } =
    await startAgreementApp({ worker: 'on', smtpUrl: server.url })

  const receive = async (count: number, cause: () => Promise<unknown>) => {
    const before = server.received.length
    await cause()
    return (await server.waitFor(before + count)).slice(before)
  }
  const delivered = async (id: string): Promise<Agreement> => {
    for (const end = Date.now() + 45_000; ; await sleep(20)) {
      const agreement = await read(id)
      if (!['queued', 'retrying'].includes(agreement.lastMail?.delivery ?? 'queued')) return agreement
      if (Date.now() > end) throw new Error(`The mail is not delivered: ${JSON.stringify(agreement.lastMail)}`)
    }
  }

  test('sends the customer the link; the card and the timeline show the delivery', async () => {
    const { id } = await createDraft({ title: 'Åpenhet & <b>risiko</b>', validUntil: '2026-12-31' })
    await addLine(id)
    const [arrived] = await receive(1, () => send(id))
    const agreement = await delivered(id)
    expect(arrived?.to).toEqual(['kari@kunde.example'])
    expect(arrived?.mail.subject).toBe('Avtale fra Eksempel AS: Åpenhet & <b>risiko</b>')
    expect(arrived?.mail.html).toContain('Åpenhet &amp; &lt;b&gt;risiko&lt;/b&gt;')
    expect(arrived?.mail.text).toContain('torsdag 31. desember 2026')
    expect(arrived?.mail.html).toContain(`https://www.eksempel.example/agreement-response/${agreement.responseToken}`)
    expect(arrived?.mail.attachments).toEqual([])
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

  test('sends both parties a receipt with the evidence, and the agreement with its evidence as a PDF', async () => {
    const agreement = await createAndSend({ title: 'Blåbær på Østlandet' })
    await delivered(agreement.id)
    const receipts = await receive(2, () => answer(agreement, { action: 'accept', message: 'Så bra, Łukasz!' }))
    const { evidence } = await read(agreement.id)
    expect(receipts.flatMap(({ to }) => to).sort()).toEqual(['kari@kunde.example', 'varsel@eksempel.example'])
    for (const { mail, to } of receipts) {
      expect(mail.html).toContain(evidence)
      expect(mail.replyTo).toEqual(
        to[0] === 'kari@kunde.example' ? undefined : [{ address: 'kari@kunde.example', name: '' }],
      )
      expect(mail.attachments).toMatchObject([
        { filename: `Avtale ${agreement.reference} Blåbær & sønner AS.pdf`, mimeType: 'application/pdf' },
      ])
      const pages = await pagesOf(bytesOf(mail.attachments[0]?.content))
      expect(pages[0]).toContain('Blåbær på Østlandet')
      expect(pages[0]).toContain('Total ink. mva   1 500,00 kr')
      expect(pages.at(-1)).toContain('Bevis for svaret')
      expect(pages.join(' ').replaceAll(/\s/g, '')).toContain(evidence)
      expect(pages.at(-1)).toMatch(/Ł ?ukasz/)
    }
    const download = await admin('GET', `/api/agreements/${agreement.id}/pdf`)
    expect(await pagesOf(download.rawPayload)).toEqual(
      await pagesOf(bytesOf(receipts[0]?.mail.attachments[0]?.content)),
    )
    const byLink = await kontor.call('GET', `/api/agreement-response/${agreement.responseToken}/pdf`)
    expect(await pagesOf(byLink.rawPayload)).toEqual(await pagesOf(download.rawPayload))
    expect(byLink.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-disposition': `attachment; filename="Avtale ${agreement.reference} Blabaer & sonner AS.pdf"; filename*=UTF-8''Avtale%20${agreement.reference}%20Bl%C3%A5b%C3%A6r%20%26%20s%C3%B8nner%20AS.pdf`,
    })
    await waitForJobs(kontor.database.pool)
    expect(server.received.filter(({ mail }) => mail.subject?.includes('Blåbær'))).toHaveLength(3)
  })

  test('sends a reminder for a sent agreement and a copy for an accepted one, without changing its status', async () => {
    const agreement = await createAndSend({ title: 'Igjen' })
    await delivered(agreement.id)
    const [reminder] = await receive(1, () => send(agreement.id, { recipientEmail: 'ny@kunde.example' }))
    expect([reminder?.to, reminder?.mail.subject]).toEqual([
      ['ny@kunde.example'],
      'Påminnelse om avtale fra Eksempel AS: Igjen',
    ])
    // The timeline notes a delivery after the mail server has taken the mail.
    await waitForJobs(kontor.database.pool)
    await receive(2, () => answer(agreement, { action: 'accept' }))
    await waitForJobs(kontor.database.pool)
    const before = await delivered(agreement.id)
    const [copy] = await receive(1, () => send(agreement.id))
    expect(copy?.mail.subject).toBe('Kopi av akseptert avtale med Eksempel AS: Igjen')
    expect((await pagesOf(bytesOf(copy?.mail.attachments[0]?.content))).at(-1)).toContain('Bevis for svaret')
    const after = await delivered(agreement.id)
    expect(after).toMatchObject({ status: 'accepted', evidence: before.evidence, respondedAt: before.respondedAt })
    expect((await events(agreement.id)).map(({ kind }) => kind)).toEqual([
      'created',
      'changed',
      'sent',
      'delivered',
      'reminded',
      'delivered',
      'answered',
      'delivered',
      // To the address that the link was sent to, and to the contact person's.
      'delivered',
      'copy_sent',
      'delivered',
    ])
    const deliveries = (await events(agreement.id)).filter(({ kind }) => kind === 'delivered')
    expect(deliveries.map(({ detail }) => detail)).toEqual([
      'Avtale fra Eksempel AS: Igjen',
      'Påminnelse om avtale fra Eksempel AS: Igjen',
      'Kvittering: Igjen – Akseptert',
      'Kvittering: Igjen – Akseptert',
      'Kopi av akseptert avtale med Eksempel AS: Igjen',
    ])
  })

  test('shows a permanent rejection with its reason on the card, until a resend from the log succeeds', async () => {
    const { id } = await createDraft()
    server.behave({ code: 550, message: 'No such user here', at: 'recipient' })
    await send(id)
    const failed = await delivered(id)
    server.behave('accept')
    expect(failed).toMatchObject({ status: 'sent', lastMail: { delivery: 'failed' } })
    expect(failed.lastMail?.errorMessage).toContain('No such user here')
    expect((await events(id)).at(-1)).toMatchObject({ kind: 'failed', detail: expect.stringContaining('No such user') })
    await receive(1, () => callOk<EmailLog>('POST', `/api/email-logs/${failed.lastMail?.emailLogId}/resend`))
    await waitForJobs(kontor.database.pool)
    expect((await read(id)).lastMail?.delivery).toBe('sent')
    expect((await events(id)).at(-1)).toMatchObject({ kind: 'delivered' })
  })

  test('previews the mail without its link', async () => {
    const agreement = await createDraft({ title: 'Forhåndsvist' })
    const preview = await admin('GET', `/api/agreements/${agreement.id}/mail-preview?contactPersonId=${person.id}`)
    expect(preview.statusCode).toBe(200)
    expect(preview.headers['content-security-policy']).toContain('sandbox')
    expect(preview.body).toContain('Forhåndsvist')
    expect(preview.body).toContain('Hei Kari Nordmann.')
    expect(preview.body).not.toContain(agreement.responseToken)
    expect((await mails()).filter(({ relatedId }) => relatedId === agreement.id)).toEqual([])
  })
})

describe('sending', async () => {
  const { kontor, admin, customer, person, createDraft, send, createAndSend, read, events, mails, answer } =
    await startAgreementApp()
  const { db } = kontor.database

  test('requires a contact person of the customer, with an address', async () => {
    const { id } = await createDraft()
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
    for (const [body, fields] of [
      [{}, { contactPersonId: sentence }],
      [{ contactPersonId: null }, { contactPersonId: sentence }],
      [{ contactPersonId: 2_147_483_648 }, { contactPersonId: sentence }],
      [{ contactPersonId: person.id, recipientEmail: '' }, { recipientEmail: sentence }],
      [{ contactPersonId: person.id, recipientEmail: 'nei' }, { recipientEmail: 'Ugyldig e-postadresse' }],
      [{ contactPersonId: withoutEmail?.id }, { recipientEmail: sentence }],
      [{ contactPersonId: stranger?.id }, { contactPersonId: 'Kontaktpersonen hører ikke til kunden' }],
    ]) {
      const answered = await admin('POST', `/api/agreements/${id}/send`, body)
      expect([answered.statusCode, answered.json().fields]).toEqual([400, fields])
    }
    expect(await read(id)).toMatchObject({ status: 'draft', sentAt: null, lastMail: null })
    expect((await admin('POST', `/api/agreements/${id}/send`, { contactPersonId: person.id })).statusCode).toBe(200)
    expect((await mails()).at(0)).toMatchObject({ to: 'kari@kunde.example' })
  })

  test('is rejected for a rejected agreement, and for one that has changed since it was read', async () => {
    const rejected = await createAndSend()
    await answer(rejected, { action: 'reject' })
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
    expect((await mails()).filter(({ relatedId }) => relatedId === id)).toHaveLength(1)
  })

  test('accepts an expired last day: the panel warns, but the company decides', async () => {
    const { id } = await createDraft({ validUntil: '2026-03-01' })
    expect(await send(id)).toMatchObject({ status: 'sent', validUntil: '2026-03-01' })
  })

  test('keeps the token out of GET /api/agreements/{id}/events, the mail log and the customer list', async () => {
    const agreement = await createAndSend()
    const lists = ['/api/customers', '/api/email-logs', `/api/agreements/${agreement.id}/events`]
    for (const url of lists) expect((await admin('GET', url)).body).not.toContain(agreement.responseToken)
    expect((await events(agreement.id)).length).toBeGreaterThan(0)
  })
})
