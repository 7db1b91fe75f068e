/** What the layout check holds everybody to. A new feature, edge or kind of file is a decision: it is written down here. */

/** Every feature that there is or will be (docs/architecture.md); the folders carry these names and no others. */
export const features = [
  'site',
  'session',
  'users',
  'contacts',
  'webinars',
  'customers',
  'products',
  'conditions',
  'agreements',
  'emails',
  'leads',
  'company-register',
  'settings',
  // What is kept how long, and all about one person (docs/decisions/0018).
  'retention',
  'privacy',
] as const

export type FeatureName = (typeof features)[number]

/** Which feature may import which, on any side. Read: `contacts` knows `emails`. There is no cycle in it. */
export const edges: Readonly<Partial<Record<FeatureName, readonly FeatureName[]>>> = {
  agreements: ['company-register', 'conditions', 'customers', 'emails', 'products'],
  contacts: ['emails'],
  customers: ['company-register'],
  // What a lead becomes, and whose its views are (docs/decisions/0023).
  leads: ['company-register', 'customers', 'users'],
  privacy: ['agreements', 'contacts', 'customers', 'emails', 'leads', 'webinars'],
  retention: ['contacts', 'emails', 'webinars'],
  session: ['users'],
  settings: ['company-register', 'conditions', 'emails', 'privacy', 'retention', 'session', 'users'],
  site: ['contacts', 'webinars'],
  webinars: ['emails'],
}

/** The folders that hold features, with the files that may stand in one; `<f>` is the feature's name. */
export const featureFolders: Readonly<Record<string, readonly string[]>> = {
  'contract/src': ['<f>.schema.ts', '<f>.endpoints.ts', '<f>.rules.ts', '<f>.*.rules.ts', '*.test.ts'],
  'server/src/features': [
    '<f>.table.ts',
    '<f>.queries.ts',
    // The queries of a feature that has many, by what they are for.
    '<f>.*.queries.ts',
    '<f>.routes.ts',
    '<f>.service.ts',
    // Routes and rules of a feature that has many, by what they are for; what a proof and a paper are made of
    // (docs/decisions/0020, 0021).
    '<f>.*.routes.ts',
    '<f>.*.service.ts',
    '<f>.evidence.ts',
    '<f>.document.ts',
    '<f>.jobs.ts',
    '<f>.mails.ts',
    // Somebody else's service (docs/decisions/0008): how it is called, and what its answers mean.
    '<f>.upstream.ts',
    '<f>.mapping.ts',
    '<f>.failures.ts',
    // What a spreadsheet of the feature's entity holds, in and out (docs/decisions/0013).
    '<f>.spreadsheet.ts',
    '<f>.api.test.ts',
    '*.test.ts',
  ],
  'web/src/features': [
    '<f>.api.ts',
    'pages/*-page.tsx',
    'components/*.tsx',
    // Types and helpers that several components share.
    'components/*.ts',
    '*.test.ts',
    '*.test.tsx',
  ],
}

/** Folders beside features in `contract/src` that are no feature. */
export const notFeatures = ['shared']

/** What may stand directly in `<workspace>/src`. */
export const sourceFolders: Readonly<Record<string, readonly string[]>> = {
  server: ['platform', 'features', 'testing'],
  web: ['site', 'office', 'features', 'ui', 'platform', 'content', 'testing'],
}

/** Who may import drizzle. */
export const drizzleFiles =
  /^server\/(?:src\/.+\.(?:table|queries)\.ts|src\/platform\/database\/.+|drizzle\.config\.ts)$/

/** Packages that never reach a visitor of the public site. */
export const notOnTheSite = /^(?:zod|react-hook-form|@hookform\/.+|react-router|@tanstack\/.+)(?:\/|$)/

/** Where dates, money and numbers are turned into what people read, and back. */
export const formatFiles =
  /^(?:web\/src\/platform\/format(?:\/.+)?\.ts|contract\/src\/shared\/(?:money|time)\.ts|server\/src\/platform\/database\/columns\.ts)$/

/** Files that may be longer than 400 lines: data, texts, generated, documents. */
export const longFiles =
  /^(?:package-lock\.json|server\/migrations\/|e2e\/fixtures\/|web\/src\/content\/|docs\/)|-snapshots\/|\.(?:md|svg)$/

/** Words of the trade, which the building blocks in `web/src/ui` do not know. */
export const domainWords = new Set([
  ...['contact', 'contacts', 'henvendelse', 'henvendelser', 'kontakt', 'enquiry', 'enquiries', 'webinar', 'webinars'],
  ...[
    'customer',
    'customers',
    'kunde',
    'kunder',
    'product',
    'products',
    'produkt',
    'produkter',
    'condition',
    'conditions',
  ],
  ...['betingelse', 'betingelser', 'agreement', 'agreements', 'avtale', 'avtaler', 'lead', 'leads', 'påmelding'],
])
