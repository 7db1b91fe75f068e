import type { Kontor } from '../stand-ins/kontor.ts'
import { seedLeads } from './leads-seed.ts'
import { seedRecords } from './search-seed.ts'

type Database = Pick<Kontor, 'sql'>

export interface Growth {
  readonly leads: number
  readonly mails: number
  readonly agreements: number
}

/** Drops a table's indexes, fills it and creates them again, which takes a fraction of the time. */
const withoutIndexes = async ({ sql }: Database, table: string, fill: () => Promise<void>) => {
  const indexes = await sql(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid = $1::text::regclass AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`,
    [table],
  )
  for (const { name } of indexes) await sql(`DROP INDEX ${name}`)
  await fill()
  for (const { definition } of indexes) await sql(String(definition))
}

/**
 * Two years of the mail log: one in a hundred failed, one in fifty was written to a file, all others were sent. Mails to visitors belong to
 * an enquiry. The nightly purge has deleted the content of those older than a year.
 */
const seedMails = async ({ sql }: Database, count: number): Promise<void> => {
  await sql(
    `INSERT INTO email_logs (to_address, from_address, from_name, subject, html_content, text_content, type, delivery, attempts,
       error_message, message_id, related_id, sent_at, created_at)
     SELECT 'kari' || h % 300000 || '@firma' || h % 5000 || '.example', 'post@firma.example', 'Nordfiktiv',
       (ARRAY['Takk for din henvendelse','Bekreftelse på webinar-påmelding','Avtale til gjennomlesing','Kvittering'])[1 + h % 4] || ' ' || n,
       CASE WHEN at > now() - interval '1 year' THEN '<p>Hei, takk for at du tok kontakt.</p>' END,
       CASE WHEN at > now() - interval '1 year' THEN 'Hei, takk for at du tok kontakt.' END,
       (ARRAY['contact','webinar','agreement','other'])[1 + h % 4], delivery, 1, CASE delivery WHEN 'failed' THEN '550 No such user' END,
       '<' || n || '@growth.example>', CASE h % 4 WHEN 0 THEN enquiries[1 + h % cardinality(enquiries)] END,
       CASE WHEN delivery <> 'failed' THEN at END, at
     FROM (SELECT n, abs(hashint4(n)) AS h, now() - ($1 - n) * interval '1 minute' AS at,
         CASE WHEN n % 100 = 0 THEN 'failed' WHEN n % 50 = 1 THEN 'stored' ELSE 'sent' END AS delivery
       FROM generate_series(1, $1::int) n) mails, (SELECT array_agg(id::text) AS enquiries FROM contacts) seeded`,
    [count],
  )
}

/** Adds the audit trail of these mails. */
const seedMailEvents = async ({ sql }: Database): Promise<void> => {
  await sql(
    `INSERT INTO audit_events (at, actor, actor_kind, action, kind, entity_id, title, after)
     SELECT created_at, 'Kontor', 'system', 'sent', 'email', id, subject, jsonb_build_object('to', to_address, 'type', type)
     FROM email_logs ORDER BY created_at`,
  )
}

const seedLines = async ({ sql }: Database): Promise<void> => {
  await sql(
    `INSERT INTO agreement_products (agreement_id, description, quantity, unit_price, total_price, sort_order)
     SELECT id, 'Rådgivning og opplæring, del ' || line, line, 120000, line * 120000, line FROM agreements, generate_series(1, 2) line`,
  )
}

/** Adds customers, contact persons and enquiries in proportion. */
export const seedGrowth = async (kontor: Database, { leads, mails, agreements }: Growth): Promise<void> => {
  await withoutIndexes(kontor, 'leads', () => seedLeads(kontor, leads))
  await seedRecords(kontor, { leads: 0, agreements, customers: agreements / 5, enquiries: agreements / 2 })
  await withoutIndexes(kontor, 'email_logs', () => seedMails(kontor, mails))
  await withoutIndexes(kontor, 'audit_events', () => seedMailEvents(kontor))
  await seedLines(kontor)
  for (const table of ['leads', 'email_logs', 'audit_events', 'agreement_products'])
    await kontor.sql(`VACUUM ANALYZE ${table}`)
}
