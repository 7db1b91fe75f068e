import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Agreement } from '@kontor/contract/agreements/agreements.schema'
import { customerFields } from '@kontor/contract/customers/customers.fields'
import type { PersonErasure } from '@kontor/contract/privacy/privacy.schema'
import { expect, test } from 'vitest'
import { personalTables } from '../../platform/database/personal-data.ts'
import { startAgreementApp } from '../../testing/agreement-app.ts'
import { waitForJobs } from '../../testing/jobs.ts'
import { logInAsAdmin } from '../../testing/upload.ts'

const office = await startAgreementApp({ worker: 'on' })
const { kontor, callOk, createDraft, createAndSend, addLine, answer } = office
const { pool } = kontor.database
const sales = await kontor.asSales()
const panel = await logInAsAdmin(kontor)

/** Every text of the person has one of these; the neighbour's address contains the person's. */
const name = 'Zebulonq Quistmark'
const phone = '900 01 734'
const email = 'zebulonq@privat.example'
const me = { name, email, phone }
const neighbour = { name: 'Liv Ås', email: `x${email}`, phone: '911 11 111' }
const isMarked = (text: string) => /zebulonq|quistmark|900 ?01 ?734/i.test(text.replaceAll(neighbour.email, ''))

/**
 * Columns without room for a marker: codes, dates, network addresses, copies of standard terms, files and failures of mails. The proofs of
 * who answered are in `privacy-agreements.test.ts`.
 */
const unmarkable =
  /^(agreement_(codes|identifications|id_tokens|sealed_pdfs)|email_logs (attachments|error_message|tries)|agreement_conditions (name|content)$)|(_no|_number|_code\d?|_form|_date|_at| address)$/

type Row = Record<string, unknown>

const createId = async (path: string, body: object): Promise<string> =>
  String((await callOk<{ id: string | number }>('POST', path, body)).id)
const put = (path: string, body: object) => callOk('PUT', path, body)
const remove = (path: string) => callOk('DELETE', path)
const found = async (statement: string): Promise<string[]> =>
  (await pool.query<{ id: string }>(statement)).rows.map(({ id }) => String(id))

const enquire = async (person: { name: string; email: string }, message: string): Promise<string> => {
  const texts = { company: `${person.name} firma`, subject: `Emne fra ${person.name}`, message }
  const sent = await kontor.call('POST', '/api/contacts', { ...person, ...texts, consent: true })
  expect(sent.statusCode).toBe(200)
  const [id = ''] = await found(`SELECT id FROM contacts ORDER BY created_at DESC, ctid DESC LIMIT 1`)
  return id
}

const register = async (webinar: string, person: typeof neighbour): Promise<string> => {
  const body = { ...person, company: `${person.name} firma`, consent: true }
  expect((await kontor.call('POST', `/api/webinars/${webinar}/registrations`, body)).statusCode).toBe(200)
  const [id = ''] = await found(`SELECT id FROM webinar_registrations WHERE email = '${person.email}'
    AND webinar_id = '${webinar}'`)
  return id
}

const importFile = async (path: string, file: string, lines: string[][]) => {
  const bytes = Buffer.from(lines.map((line) => line.join(';')).join('\n'))
  const answered = await panel.upload(path, { name: file, bytes })
  expect(answered.statusCode, answered.body).toBe(200)
}

/** Adds records of every kind with personal data, both for the person and for the neighbour. */
const leaveTraces = async (who: typeof neighbour) => {
  const long = (what: string) => `${what} om ${who.name}, ring ${who.phone}`
  await enquire(who, long('Levende'))
  const changed = await enquire({ ...who, email: `old.${who.email}` }, long('Endret'))
  await put(`/api/contacts/${changed}`, { email: who.email, company: `${who.name} endret` })
  await callOk('POST', `/api/contacts/${changed}/replies`, { subject: `Svar til ${who.name}`, text: long('Hei') })
  for (const state of ['live', 'deleted']) {
    const webinar = await createId('/api/webinars', { name: `Kurs ${state}`, date: '2027-05-01T10:00:00.000Z' })
    const registration = await register(webinar, who)
    if (state === 'deleted') await remove(`/api/registrations/${registration}`)
  }
  const seat = {
    ...{ business_address: `${who.name}s vei 2`, postal_address: `c/o ${who.name}`, city: `By ${who.name}` },
    ...{ municipality: `By ${who.name}`, industry: long('Bransje'), status: 'Avslått', lost_reason: long('Nei') },
  }
  const contact = { contact_name: who.name, contact_title: long('Sjef'), phone: who.phone, email: who.email }
  const owns = { company: { org_no: '974760673' }, live: { company_name: `${who.name} ENK`, ...seat }, deleted: seat }
  for (const [state, own] of Object.entries(owns)) {
    const lead = { company_name: 'Holding AS', ...contact, ...own, notes: long('Notat') }
    const id = await createId('/api/leads', lead)
    await callOk('POST', `/api/leads/${id}/notes`, { text: long('Snakket') })
    await callOk('POST', `/api/leads/${id}/calls`, { outcome: 'answered', text: long('Svarte') })
    const note = await createId(`/api/leads/${id}/notes`, { text: long('Slettet') })
    await remove(`/api/leads/${id}/notes/${note}`)
    await put(`/api/leads/${id}`, { contact_name: `${who.name} jr.`, next_step: long('Ring') })
    await put(`/api/leads/${id}`, { next_step: long('Møt') })
    if (state === 'deleted') await remove(`/api/leads/${id}`)
  }
  const customers: string[] = []
  for (const state of ['live', 'deleted']) {
    const lines = Object.entries(customerFields).flatMap(([field, { kind, label }]) =>
      kind === 'line' ? [[field, `${label} ${who.name}`]] : [],
    )
    const website = `https://${state}.example/${who.email}`
    const own = { name: `${who.name} ${state}`, email: who.email, phone: who.phone, description: long('Kunde') }
    const customer = await createId('/api/customers', {
      ...Object.fromEntries(lines),
      ...own,
      website,
      industry: long('Bransje'),
    })
    await put(`/api/customers/${customer}`, { name: `${who.name} endret ${state}`, location: long('Sted') })
    if (state === 'deleted') await remove(`/api/customers/${customer}`)
    customers.push(customer)
  }
  return { customer: Number(customers[0]), long }
}

const insertPerson = (customerId: number, who: typeof neighbour) =>
  createId('/api/contact-persons', {
    customerId,
    firstName: who.name.split(' ')[0],
    lastName: who.name.split(' ')[1],
    email: who.email,
    telephone: who.phone,
    note: `${who.name} er bror av sjefen`,
  })

/** Every row with a marker, with its table and marked columns. */
const markedRows = async (): Promise<(Row & { table: string; marked: string[] })[]> => {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'pgboss')`,
  )
  const all: (Row & { table: string; marked: string[] })[] = []
  for (const { name: table } of tables) {
    const { rows } = await pool.query<{ row: Row }>(`SELECT to_jsonb(t) AS row FROM ${table} t`)
    for (const { row } of rows) {
      const marked = Object.keys(row).filter((column) => isMarked(JSON.stringify(row[column])))
      if (marked.length > 0) all.push({ ...row, table: table.replace('public.', ''), marked })
    }
  }
  return all
}

const markedFiles = async (): Promise<string[]> => {
  const files = await readdir(kontor.config.dataDir, { recursive: true, withFileTypes: true })
  const marked: string[] = []
  for (const file of files) {
    if (!file.isFile()) continue
    const content = await readFile(join(file.parentPath, file.name), 'utf8')
    // Mails break long lines anywhere.
    if (isMarked(content.replaceAll(/=\r?\n/g, ''))) marked.push(file.name)
  }
  return marked.sort()
}

const neighboursTables = [
  ...['contacts', 'contact_replies', 'webinar_registrations', 'leads', 'lead_entries', 'lead_views', 'customers'],
  ...['contact_persons', 'agreements', 'agreement_events', 'agreement_sendings', 'agreement_snapshots'],
  ...['agreement_answers', 'email_logs', 'import_changes', 'trash', 'audit_events'],
]

/** Every text of the neighbour, with its place; not that they got a copy of the person's mail, nor a notice that lists both. */
const neighbours = async (): Promise<string[]> => {
  const { rows } = await pool.query<{ place: string }>(
    neighboursTables
      .map(
        (table) => `SELECT concat_ws(' ', '${table}', to_jsonb(t) ->> 'id', found.value #>> '{}') AS place
        FROM ${table} t, jsonb_path_query(to_jsonb(t) - 'search_text', 'strict $.** ? (@.type() == "string")') AS found (value)
        WHERE found.value #>> '{}' ~ $1
          AND '${email}' NOT IN (coalesce(to_jsonb(t) ->> 'to_address', ''), coalesce(to_jsonb(t) ->> 'reply_to', ''))
          AND coalesce(to_jsonb(t) ->> 'subject', '') NOT LIKE 'Åpnet: %'`,
      )
      .join(' UNION ALL '),
    [`${neighbour.email}|${neighbour.name}`],
  )
  return rows.map(({ place }) => place).sort()
}

test('an erased person leaves only evidence and what bookkeeping needs; others are untouched', async () => {
  await leaveTraces(neighbour)
  const { customer: own, long } = await leaveTraces(me)
  const deleted = await enquire({ name, email }, long('Slettet'))
  await remove(`/api/contacts/${deleted}`)

  // Agreements of a customer who is the person.
  const ownTexts = { customerId: own, title: `Avtale for ${name}`, description: long('Beskrivelse') }
  const draft = await createDraft(ownTexts)
  await addLine(draft.id, { description: long('Linje') })
  const conditionId = Number(await createId('/api/conditions', { name: 'Betaling', content: 'Netto 14 dager' }))
  await callOk('POST', `/api/agreements/${draft.id}/conditions`, { conditionId, customContent: long('Vilkår') })
  await remove(`/api/agreements/${(await createDraft(ownTexts)).id}`)

  // Agreements of a company whose contact the person is; the neighbour gets copies and later letters.
  const company = office.customer.id
  const contact = Number(await insertPerson(company, me))
  const colleague = Number(await insertPerson(company, neighbour))
  await put(`/api/contact-persons/${colleague}`, { note: `${neighbour.name} kjenner alle` })
  const firm = Number(await createId('/api/customers', { name: 'Fjord AS', email: 'post@fjord.example' }))
  const leaver = Number(await insertPerson(firm, me))
  await put(`/api/contact-persons/${leaver}`, { mobilePhone: phone })
  const sendTo = async (id: string, person: number, cc: string[] = []): Promise<Agreement> =>
    office.send(id, { contactPersonId: person, recipientEmail: null, recipientName: null, message: long('Hei'), cc })
  const sentTo = async (title: string, customerId: number, person: number, cc: string[] = []) => {
    const { id } = await createDraft({ customerId, title })
    await addLine(id)
    return sendTo(id, person, cc)
  }
  const answerAs = (to: Agreement, action: string) =>
    answer(to, { action, name, message: long('Hilsen') }, { 'user-agent': `Nettleser til ${name}` })
  const accepted = await sentTo('Akseptert', company, contact, [neighbour.email])
  await answerAs(accepted, 'accept')
  const rejected = await sentTo('Avslått', firm, leaver, [neighbour.email])
  await answerAs(rejected, 'reject')
  const contacted = await sentTo('Kontakt', firm, leaver)
  await answerAs(contacted, 'contact')
  const waiting = await sentTo('Venter', firm, leaver)
  const passedOn = await sentTo('Overtatt', company, contact)
  await put(`/api/contact-persons/${colleague}`, { note: 'Overtar' })
  await office.send(passedOn.id, { contactPersonId: colleague, recipientEmail: null, recipientName: null })
  const copied = await createAndSend({ customerId: company })
  await office.send(copied.id, { contactPersonId: colleague, recipientEmail: null, recipientName: null, cc: [email] })
  // The company's notice says who got the link.
  expect((await kontor.call('POST', `${office.responsePath(copied)}/opened`)).statusCode).toBe(204)
  await remove(`/api/agreements/${(await sentTo('Slettet', firm, leaver)).id}`)

  // A lead that another person has taken over.
  const contactOf = (who: typeof neighbour) => ({ contact_name: who.name, phone: who.phone, email: who.email })
  const left = await createId('/api/leads', { company_name: 'Skifte AS', ...contactOf(me), notes: long('Notat') })
  await put(`/api/leads/${left}`, { ...contactOf(neighbour), notes: `Tatt over av ${neighbour.name}` })

  const both = [me, neighbour]
  await importFile('/api/imports/excel?format=csv', `leads-${name}.csv`, [
    ['Firmanavn', 'E-post', 'Kontaktperson'],
    ...both.map((who) => [`${who.name} import`, who.email, who.name]),
  ])
  for (const text of ['ny', 'byttet'])
    await importFile('/api/customers/import?format=csv', `kunder-${name}-${text}.csv`, [
      ['Navn', 'E-post', 'Telefon', 'Beskrivelse'],
      ...both.map((who) => [`${who.name} import`, who.email, who.phone, `${text} for ${who.name}`]),
    ])
  for (const who of [name, neighbour.name])
    expect((await sales('POST', '/api/leads/views', { name: `Om ${who}`, q: who })).statusCode).toBe(200)
  await callOk('POST', '/api/privacy/export', { email })
  for (const q of [name, email, neighbour.name])
    expect((await panel.get(`/api/customers/export?format=csv&q=${encodeURIComponent(q)}`)).statusCode).toBe(200)
  await waitForJobs(pool)

  const filled = new Set(
    (await markedRows()).flatMap(({ table, marked }) => marked.map((column) => `${table} ${column}`)),
  )
  const declared = [...personalTables.values()].flatMap((table) =>
    [...table.person, ...table.subject].map(({ name: column }) => `${table.name} ${column}`),
  )
  expect.soft(declared.filter((column) => !filled.has(column) && !unmarkable.test(column))).toEqual([])
  const before = await neighbours()
  expect.soft(await markedFiles()).not.toEqual([])
  const report = await callOk<PersonErasure>('POST', '/api/privacy/erase', { email })
  const remaining = await markedRows()
  const places = remaining.flatMap(({ table, marked, ...row }) => {
    const agreement = row.agreement_id ?? row.related_id ?? row.id
    const title = [accepted, rejected, contacted, waiting, passedOn].find(({ id }) => id === agreement)?.title
    const to = table === 'email_logs' && `${row.subject} → ${row.to_address}`
    return marked.map((column) => `${table} (${to || (title ?? row.id)}): ${column}`)
  })
  const of = (table: string, titles: readonly string[], columns: string) =>
    titles.flatMap((title) => columns.split(' ').map((column) => `${table} (${title}): ${column}`))
  const answered = ['Akseptert', 'Avslått', 'Kontakt']
  const receipts = [
    `Kvittering: Akseptert – Akseptert → ${neighbour.email}`,
    `Kvittering: Avslått – Avslått → ${neighbour.email}`,
  ]
  const letters = [`Avtale fra Eksempel AS: Akseptert → ${email}`, `Kvittering: Akseptert – Akseptert → ${email}`]
  const notice = ['Akseptert: Akseptert – Blåbær & sønner AS → varsel@eksempel.example']
  expect
    .soft([...new Set(places)].sort())
    .toEqual(
      [
        ...of('agreement_snapshots', [...answered, 'Venter', 'Overtatt'], 'content'),
        ...of('agreement_answers', answered, 'message name record'),
        ...of('agreement_events', ['Akseptert'], 'detail recipient_email recipient_name'),
        ...of('agreements', ['Akseptert'], 'customer_response recipient_email recipient_name responded_by'),
        ...of('contact_persons', [String(contact)], 'email first_name last_name note search_text telephone'),
        ...of('email_logs', letters, 'html_content text_content to_address'),
        ...of('email_logs', notice, 'html_content reply_to text_content'),
        ...of('email_logs', receipts, 'html_content text_content'),
      ].sort(),
    )
  expect.soft(await neighbours()).toEqual(before)
  const law = 'Bokføringsloven krever at aksepterte avtaler oppbevares, med kunden de gjelder.'
  const evidence = 'Det som ble sendt og svart, oppbevares uendret som bevis, også i kvitteringer til andre.'
  expect
    .soft(report.kept.map(({ kind, title, reason }) => `${kind}: ${title}: ${reason}`).sort())
    .toEqual([
      `agreements: Akseptert: ${law} ${evidence}`,
      ...['Avslått', 'Kontakt', 'Overtatt', 'Venter'].map((title) => `agreements: ${title}: ${evidence}`),
      `contactPersons: ${name}: ${law}`,
      `mails: Akseptert: Akseptert – Blåbær & sønner AS: ${law}`,
      `mails: Avtale fra Eksempel AS: Akseptert: ${law}`,
      `mails: Kvittering: Akseptert – Akseptert: ${law}`,
    ])
  const mails = remaining.filter(({ table }) => table === 'email_logs').map(({ id }) => `${id}.eml`)
  expect.soft(await markedFiles()).toEqual(mails.sort())
  const again = await callOk<PersonErasure>('POST', '/api/privacy/erase', { email })
  expect.soft(again.erased).toEqual([])
})
