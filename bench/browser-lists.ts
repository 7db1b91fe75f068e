import type { Kontor } from '../stand-ins/kontor.ts'

export interface LongList {
  readonly tab: string
  /** Selector for its rows. */
  readonly row: string
  /** The noun in its row count: "Viser 12 av 10 000 kunder". */
  readonly counted: string
  readonly searches: readonly string[]
  fill(kontor: Kontor): Promise<void>
}

interface Rows {
  readonly tab: string
  readonly counted: string
  readonly searches: readonly string[]
  readonly insert: string
}

const rows: readonly Rows[] = [
  {
    tab: 'Kontakter',
    counted: 'henvendelser',
    searches: ['nordmann 4', 'person42', 'internkontroll'],
    insert: `INSERT INTO contacts (name, email, company, subject, message)
      SELECT (ARRAY['Kari', 'Ola', 'Åse', 'Bjørn'])[1 + n % 4] || ' Nordmann ' || n, 'person' || n || '@kunde.example',
        CASE WHEN n % 5 = 0 THEN NULL ELSE 'Bedrift ' || n % 700 || ' AS' END,
        (ARRAY['general', 'product', 'consulting'])[1 + n % 3], 'Vi er ' || n || ' ansatte og vil vite mer om internkontroll.'
      FROM generate_series(1, 10000) AS n`,
  },
  {
    tab: 'Kunder',
    counted: 'kunder',
    searches: ['eksempel 4', 'kunde42', 'regnskap'],
    insert: `INSERT INTO customers (name, email, organization_number, industry, city, phone, address, post_code, description, is_active)
      SELECT (ARRAY['Nordfjord', 'Østby', 'Åsgård', 'Blåfjell'])[1 + n % 4] || ' Eksempel ' || n || ' AS',
        'post@kunde' || n || '.example', lpad((900000000 + n)::text, 9, '0'),
        (ARRAY['Regnskap og bokføring', 'Oppføring av bygninger', 'Akvakultur i saltvann'])[1 + n % 3],
        (ARRAY['Oslo', 'Bergen', 'Ålesund', 'Tromsø'])[1 + n % 4], '+47 00 00 00 00', 'Eksempelgata ' || n, '0150',
        'Vil ha internkontroll, kvalitet og miljø i ett system før neste revisjon.', n % 7 <> 0
      FROM generate_series(1, 10000) AS n`,
  },
  {
    tab: 'Produkter',
    counted: 'produkter',
    searches: ['nummer 4', 'kurs', 'befaring'],
    insert: `INSERT INTO products (number, name, cost_price, gros_margin, sales_price, sales_price_inc_vat, type, description, is_active)
      SELECT 'P' || n, (ARRAY['Kurs', 'Ærlig råd', 'Befaring', 'Årskontroll'])[1 + n % 4] || ' nummer ' || n,
        n * 60, 4000, n * 100, n * 125, (ARRAY['Tjeneste', 'Vare'])[1 + n % 2],
        'Kvalitet og miljø i ett system før neste revisjon.', n % 7 <> 0
      FROM generate_series(1, 10000) AS n`,
  },
  {
    tab: 'Webinarer',
    counted: 'webinarer',
    searches: ['nummer 4', 'internkontroll'],
    insert: `INSERT INTO webinars (name, date, is_active)
      SELECT (ARRAY['Internkontroll', 'Miljøfyrtårn', 'Åpenhetsloven'])[1 + n % 3] || ' nummer ' || n,
        now() + make_interval(hours => n), n % 3 <> 0
      FROM generate_series(1, 10000) AS n`,
  },
  {
    tab: 'E-post Logg',
    counted: 'e-poster',
    searches: ['nummer 4', 'person42', 'henvendelse'],
    insert: `INSERT INTO email_logs (to_address, from_address, from_name, subject, html_content, text_content, type, delivery, message_id)
      SELECT 'person' || n || '@kunde.example', 'post@eksempel.example', 'Eksempel AS', 'Takk for din henvendelse nummer ' || n,
        '<p>Hei</p>', 'Hei', (ARRAY['contact', 'webinar', 'agreement'])[1 + n % 3], 'sent', 'mail' || n || '@eksempel.example'
      FROM generate_series(1, 10000) AS n`,
  },
]

/** 1 000 agreements of 20 lines, for existing customers. */
const insertAgreements = [
  `INSERT INTO agreements (customer_id, title, description, response_token, valid_until)
   SELECT id, (ARRAY['Kvalitetssystem', 'Årskontroll', 'Miljøfyrtårn'])[1 + id % 3] || ' nummer ' || id,
     'Fra kartlegging til sertifisering.', 'token-' || id, '2099-12-31' FROM customers LIMIT 1000`,
  `INSERT INTO agreement_products (agreement_id, description, quantity, unit_price, total_price)
   SELECT id, 'Rådgivning del ' || n, n, 145000, n * 145000 FROM agreements CROSS JOIN generate_series(1, 20) AS n`,
]

/** The panel's lists: 10 000 rows each, and 1 000 agreements. Fill them in this order: agreements need customers. */
export const longLists: readonly LongList[] = [
  ...rows.map(({ insert, ...list }) => ({
    ...list,
    row: 'tbody tr[data-index]',
    fill: async (kontor: Kontor) => {
      await kontor.sql(insert)
    },
  })),
  {
    tab: 'Avtaler',
    counted: 'avtaler',
    row: 'main li h3',
    searches: ['nummer 4', 'eksempel 42'],
    fill: async (kontor: Kontor) => {
      for (const statement of insertAgreements) await kontor.sql(statement)
    },
  },
]
