import { type APIRequestContext, expect } from '@playwright/test'
import type { Kontor } from '../../stand-ins/kontor.ts'
import { addContactPerson, addCustomers } from './customers.ts'
import { truncateStatement } from './database.ts'
import { addLeads, readLeads } from './leads.ts'
import { enquiry, sendEnquiries } from './panel.ts'
import { post, readRows } from './rows.ts'
import { registerFor } from './webinars.ts'

/** Very long names, words and addresses, such as users may type. */
export const long = {
  name: 'Bedriftshelsetjenestesamarbeidspartneravtaleforhandlingsforeningen Østby-Ødegård SA',
  person: 'Åse-Margrethe Bedriftshelsetjenestesamarbeidspartneransvarlig',
  email: 'bedriftshelsetjenestesamarbeidspartneransvarlig@ostby-odegard-eiendomsforvaltningsselskap.example',
  /** The recipient in the mail log. A longer address would make the log's links too small for a finger. */
  writer: 'bedriftshelsetjeneste@ostby-odegard-eiendom.example',
  word: 'Menneskerettighetsorganisasjonssekretariatssammenslutning',
}

export interface Ids {
  readonly customer: number
  readonly contact: string
  readonly draft: string
  readonly sent: string
  readonly lead: string
  readonly token: string
  readonly answeredToken: string
  readonly registration: string
}

const tables =
  'leads, customers, agreements, agreement_templates, products, conditions, contacts, email_logs, email_templates, webinars'

export const clearOffice = (kontor: Kontor): Promise<unknown> => kontor.sql(truncateStatement(tables))

/** Fills every list, with long words wherever users may type them. */
export const fillOffice = async (
  admin: APIRequestContext,
  visitor: APIRequestContext,
  kontor: Kontor,
): Promise<Ids> => {
  await clearOffice(kontor)
  const add = async (path: string, body: object) => (await post(admin, path, [body]))[0] ?? { id: '' }
  const [customer = 0] = await addCustomers(admin, [
    {
      name: long.name,
      email: long.email,
      phone: '+47 12 34 56 78',
      website: 'https://www.ostby-odegard-eiendomsforvaltningsselskap-og-tjenesteyting.example/om-oss/avdelinger',
      organizationNumber: '974760673',
      industry: `Butikkhandel med bredt vareutvalg og ${long.word}`,
      customer_Type: long.word,
      address: 'Sankthanshaugenkirkegårdsalléen 1234 B',
      postCode: '0150',
      city: 'Nordre Innlandsbygdene på Toten',
      location: 'Tjenesteytingsavdelingen i bakgården',
      description: `${long.word} `.repeat(30),
    },
  ])
  await addContactPerson(admin, {
    customerId: customer,
    firstName: long.person,
    lastName: long.word,
    email: long.writer,
  })
  await add('/api/products', { number: 'K-1', name: `Kurs i ${long.word}`, salesPrice: 1999.95, costPrice: 2500 })
  const condition = await add('/api/conditions', { name: long.word, content: `${long.word}\n`.repeat(8) })
  await add('/api/email-templates', { name: long.word, type: 'contact', subject: long.word, content: long.word })

  const agreements: { id: string; responseToken: string }[] = []
  const [person] = await readRows(admin, `/api/customers/${customer}/contact-persons`)
  for (const title of ['Utkast', 'Sendt', 'Besvart']) {
    const body = { title: `${title} ${long.word}`, customerId: customer, description: long.word }
    const { agreement } = await (await admin.post('/api/agreements', { data: body })).json()
    await add(`/api/agreements/${agreement.id}/conditions`, { conditionId: condition.id })
    await add(`/api/agreements/${agreement.id}/products`, { description: long.word, quantity: 3, unitPrice: 69_622 })
    if (title !== 'Utkast') await add(`/api/agreements/${agreement.id}/send`, { contactPersonId: person?.id })
    agreements.push(agreement)
  }
  const [draft, sent, answered] = agreements
  const answer = { action: 'accept', name: long.person, message: long.word }
  await post(visitor, `/api/agreement-response/${answered?.responseToken}`, [answer])

  await sendEnquiries(visitor, [
    enquiry({ name: long.person, email: long.writer, company: long.name, message: `${long.word} `.repeat(40) }),
  ])
  const webinar = { date: '2031-06-24T08:00:00.000Z', isActive: true, capacity: 1, description: long.word }
  const { id } = await add('/api/webinars', { name: `Webinar om ${long.word}`, ...webinar })
  await registerFor(visitor, String(id), { name: long.person, email: long.writer, company: long.name })
  await addLeads(admin, [
    {
      company_name: long.name,
      industry: long.word,
      next_step: `${long.word} følges opp`,
      next_step_at: '2020-01-02',
      contact_name: long.person,
      email: long.email,
      phone: '22 33 44 55',
      bankruptcy: true,
    },
    { company_name: 'Glemt AS', status: 'Tilbud sendt' },
    { company_name: 'Tapt AS', status: 'Avslått', lost_reason: 'For dyrt' },
    { company_name: 'Slettet AS' },
  ])
  const deleted = (await readLeads(admin)).at(-1)
  expect((await admin.delete(`/api/leads/${deleted?.id}`)).ok()).toBe(true)
  await kontor.sql("UPDATE leads SET last_touched_at = now() - interval '60 days' WHERE company_name = 'Glemt AS'")
  await kontor.sql(
    `INSERT INTO email_logs (to_address, from_address, from_name, subject, html_content, type, delivery, error_message, message_id)
     VALUES ($1, 'post@eksempel.example', 'Eksempel AS', $2, '<p>Hei</p>', 'contact', 'failed', '550 Ukjent postkasse', 'm@x')`,
    [long.writer, long.word],
  )
  const idOf = async (table: string) => String((await kontor.sql(`SELECT id FROM ${table} ORDER BY id LIMIT 1`))[0]?.id)
  // Replaces the stored hash of a registration's token, so that this known token opens its page.
  const registration = 'r'.repeat(43)
  await kontor.sql(
    `UPDATE webinar_registrations SET token_hash = encode(sha256($1), 'hex')
     WHERE id = (SELECT id FROM webinar_registrations ORDER BY created_at LIMIT 1)`,
    [registration],
  )
  return {
    customer,
    contact: await idOf('contacts'),
    draft: draft?.id ?? '',
    sent: sent?.id ?? '',
    lead: await idOf('leads'),
    token: sent?.responseToken ?? '',
    answeredToken: answered?.responseToken ?? '',
    registration,
  }
}
