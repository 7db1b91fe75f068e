import type { Kontor } from '../stand-ins/kontor.ts'
import { seedLeads } from './leads-seed.ts'

/** The company of row `n`, with hash `h`: built like the leads, with other names. */
const company = `(ARRAY['Nordfiktiv','Sandvik','Havblikk','Granli','Solbakken','Lyngheim','Østre','Ålborg'])[1 + h % 8] || ' '
  || (ARRAY['Bakeri','Bygg','Regnskap','Data','Rør','Transport','Elektro'])[1 + h / 8 % 7] || ' ' || n || ' AS'`

const city = `(ARRAY['Oslo','Bergen','Trondheim','Stavanger','Tromsø','Ålesund'])[1 + h / 11 % 6]`

const numbered = '(SELECT n, abs(hashint4(n)) AS h FROM generate_series(1, $1::int) n) numbers'

export interface Records {
  readonly leads: number
  readonly customers: number
  readonly agreements: number
  readonly enquiries: number
}

/** Leads, customers with two contact persons each, agreements, enquiries and 200 webinars. */
export const seedRecords = async (kontor: Pick<Kontor, 'sql'>, records: Records): Promise<void> => {
  await seedLeads(kontor, records.leads)
  await kontor.sql(
    `INSERT INTO customers (name, email, phone, organization_number, industry, description, address, post_code, city)
     SELECT ${company}, 'post@kunde' || n || '.example', '+47 ' || 20 + h % 70 || ' ' || 10 + h / 3 % 90 || ' ' || 10 + h / 5 % 90 || ' ' || 10 + h / 7 % 90,
       (900000000 + n)::text, 'Rådgivning og opplæring', 'Kunde siden 2019.', 'Prøveveien ' || n, '0151', ${city} FROM ${numbered}`,
    [records.customers],
  )
  await kontor.sql(
    `INSERT INTO contact_persons (customer_id, first_name, last_name, email, telephone, mobile_phone)
     SELECT 1 + n % (SELECT max(id) FROM customers), (ARRAY['Kari','Ola','Åse','Peder','Line','Lars'])[1 + h % 6],
       (ARRAY['Nordmann','Hansen','Bakken','Ås','Lunde'])[1 + h / 6 % 5], 'person' || n || '@kunde.example', '+47 2' || 1000000 + h % 8999999,
       '9' || 1000000 + h % 8999999 FROM ${numbered}`,
    [records.customers * 2],
  )
  await kontor.sql(
    `INSERT INTO agreements (reference, customer_id, title, description, response_token)
     SELECT 'A-2026-' || lpad(n::text, 6, '0'), 1 + h % (SELECT max(id) FROM customers),
       (ARRAY['Åpenhetsloven i praksis','Regnskap og lønn','Drift av nettsted','Opplæring'])[1 + h % 4] || ' ' || n,
       repeat('Vi går gjennom avtalene med leverandørene deres, steg for steg. ', 4), 'bench-' || n FROM ${numbered}`,
    [records.agreements],
  )
  await kontor.sql(
    `INSERT INTO contacts (name, email, company, subject, message)
     SELECT (ARRAY['Kari','Ola','Åse','Peder'])[1 + h % 4] || ' Nordmann ' || n, 'kari' || n || '@firma.example', ${company}, 'general',
       repeat('Hei, vi vurderer å bytte leverandør og lurer på hva dere kan tilby oss. ', 1 + h % 12) FROM ${numbered}`,
    [records.enquiries],
  )
  await kontor.sql(
    `INSERT INTO webinars (name, date) SELECT 'Åpenhetsloven del ' || n, now() + n * interval '1 day' FROM ${numbered}`,
    [200],
  )
  for (const table of ['customers', 'contact_persons', 'agreements', 'contacts', 'webinars']) {
    await kontor.sql(`VACUUM ANALYZE ${table}`)
  }
}
