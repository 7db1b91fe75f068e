import type { Kontor } from '../stand-ins/kontor.ts'

/** Inserts `count` leads of distinct companies; a fifth have no revenue, a tenth no city. */
export const seedLeads = async ({ sql }: Pick<Kontor, 'sql'>, count: number): Promise<void> => {
  await sql(
    `INSERT INTO leads (status, company_name, org_no, organization_form, contact_name, contact_title, phone, email, employees,
       revenue_nok, industry, business_address, postal_code, city, municipality, postal_address, established_date,
       registration_date, vat_registered, business_registered, bankruptcy, under_liquidation, sector_code, nace_code1,
       nace_code2, next_step, next_step_at, notes, customer_active, created_at)
     SELECT (ARRAY['Ny','Ny','Ny','Kontaktet','Avtalt møte','Tilbud sendt','Avslått','Kunde'])[1 + n % 8],
       (ARRAY['Fjord','Ærlig','Nord','Østre','Ås','Blåbær','Skog','Hav','Berg','Dal','Vik','Lyng'])[1 + h % 12]
         || (ARRAY['bygg','regnskap','transport','data','mat','elektro','bad','kraft'])[1 + h / 12 % 8] || ' ' || n || ' AS',
       number, 'Aksjeselskap',
       (ARRAY['Kari','Ola','Åse','Peder','Line','Lars'])[1 + h / 96 % 6] || ' Nordmann', 'Daglig leder',
       '+47 ' || 20000000 + h % 79999999, 'post' || n || '@firma' || n || '.example', h % 400,
       CASE WHEN n % 5 > 0 THEN h % 90000000 END,
       (ARRAY['Regnskap og bokføring','Rørleggerarbeid','Bygging av skip','Fiskeoppdrett','Utvikling av programvare',
         'Drift av barnehager','Godstransport på vei','Butikkhandel med bredt vareutvalg'])[1 + h / 7 % 8],
       'Prøveveien ' || h % 300, lpad((h % 9999)::text, 4, '0'),
       CASE WHEN n % 10 > 0 THEN (ARRAY['Oslo','Bergen','Trondheim','Stavanger','Tromsø','Ålesund','Ås','Bodø','Hamar',
         'Ørsta'])[1 + h / 11 % 10] || CASE WHEN h % 3 = 0 THEN ' ' || h % 90 ELSE '' END END,
       'Kommune ' || h % 350, 'Postboks ' || h % 2000 || ', 0151 Oslo', date '1970-01-01' + h % 20000, date '1995-01-01' + h % 9000,
       n % 3 > 0, true, n % 97 = 0, n % 89 = 0, '2100', (10 + h % 80) || '.' || 100 + h % 800, NULL,
       CASE WHEN n % 2 = 0 THEN 'Ring etter ferien' END, CASE WHEN n % 8 = 0 THEN current_date + h % 60 - 30 END,
       CASE WHEN n % 3 = 0 THEN 'Ringte i uke ' || h % 52 || '; ønsker tilbud til høsten.' END,
       (ARRAY[true, true, false, NULL])[1 + n % 4], now() - h % 900000 * interval '1 minute'
     FROM (
       SELECT n, abs(hashint4(n)) AS h, first || last::text AS number FROM (
         SELECT row_number() OVER (ORDER BY first)::int AS n, first, last FROM (
           SELECT first, (11 - (SELECT sum(substr(first::text, at, 1)::int * (ARRAY[3,2,7,6,5,4,3,2])[at])
             FROM generate_series(1, 8) at) % 11) % 11 AS last
           FROM generate_series(80000000, 80000000 + $1::int * 5 / 4) first) checked WHERE last < 10) valid
       WHERE n <= $1::int) numbers`,
    [count],
  )
  await sql('VACUUM ANALYZE leads')
}
