/** Configuration of the layout check. Add a new feature, edge or kind of file here, as a deliberate decision. */

/** All features, current and planned (docs/architecture.md); no other folder names are allowed. */
export const features = [
  'site',
  // The facts and texts of the company, on the site, in mails and in agreements (docs/site.md).
  'company',
  'site-texts',
  'session',
  // Passkeys, authenticator apps and recovery codes (docs/sessions-and-logins.md).
  'second-factor',
  'users',
  'contacts',
  'webinars',
  'customers',
  // Everything about one customer (docs/customers.md#the-record).
  'customer-records',
  'products',
  'conditions',
  'agreements',
  // Answers and their evidence (docs/evidence.md).
  'agreement-evidence',
  'agreement-answers',
  'emails',
  'leads',
  // One search over the records of the others (docs/office.md).
  'search',
  // Scheduled backups (docs/backups.md).
  'backups',
  // Changes by others, as a stream of events (docs/live-updates.md).
  'changes',
  // The history of a lead: notes, calls, changes, its customer's agreements (docs/leads.md#history).
  'lead-timeline',
  'company-register',
  // Nightly look-ups of the companies of leads and customers (docs/customers.md#the-register-watch).
  'register-watch',
  'settings',
  // Retention periods and personal data requests (docs/privacy.md).
  'retention',
  'privacy',
  // Who did what, when and from where (docs/privacy.md#the-audit-trail).
  'audit-events',
  // Restores deletions and undoes imports (docs/privacy.md#the-trash).
  'trash',
] as const

export type FeatureName = (typeof features)[number]

/** The features that a feature may import, in any workspace. Must not contain a cycle. */
export const edges: Readonly<Partial<Record<FeatureName, readonly FeatureName[]>>> = {
  // A sent agreement moves the lead that its customer came from.
  agreements: ['company', 'company-register', 'conditions', 'customers', 'emails', 'leads', 'products'],
  'agreement-evidence': ['agreements'],
  'agreement-answers': ['agreement-evidence', 'agreements', 'company', 'emails'],
  // Labels of fields.
  'audit-events': ['agreements', 'conditions', 'contacts', 'customers', 'leads', 'products', 'users', 'webinars'],
  // A stream ends with its session.
  changes: ['session', 'users'],
  company: ['company-register'],
  // An enquiry becomes a customer or a lead (docs/enquiries.md).
  contacts: ['customers', 'emails', 'leads'],
  customers: ['company-register'],
  'customer-records': [
    'agreements',
    'company-register',
    'contacts',
    'customers',
    'emails',
    'lead-timeline',
    'leads',
    'webinars',
  ],
  emails: ['company'],
  // A lead becomes a customer, and saved views belong to users (docs/leads.md).
  leads: ['company-register', 'customers', 'emails', 'users'],
  'lead-timeline': ['agreements', 'leads', 'users'],
  backups: ['emails'],
  privacy: [
    'agreement-answers',
    'agreement-evidence',
    'agreements',
    'audit-events',
    'company',
    'contacts',
    'customers',
    'emails',
    'lead-timeline',
    'leads',
    'trash',
    'webinars',
  ],
  'register-watch': ['company-register', 'customers', 'leads'],
  retention: ['audit-events', 'contacts', 'emails', 'trash', 'webinars'],
  search: ['agreements', 'contacts', 'customers', 'leads', 'webinars'],
  // A login passes the second step.
  session: ['company', 'second-factor', 'users'],
  'second-factor': ['company', 'users'],
  settings: [
    'backups',
    'agreements',
    'audit-events',
    'company',
    'company-register',
    'conditions',
    'emails',
    // The reasons for lost leads (docs/leads.md).
    'leads',
    'privacy',
    'retention',
    'second-factor',
    'session',
    'site-texts',
    'trash',
    'users',
  ],
  // A customer's agreement is rendered without scripts, too.
  site: ['agreements', 'company', 'contacts', 'site-texts', 'webinars'],
  'site-texts': ['company'],
  trash: ['agreements', 'conditions', 'contacts', 'customers', 'leads', 'products', 'webinars'],
  users: ['company', 'emails'],
  webinars: ['emails'],
}

/** Folders with features, and the files allowed in each; `<f>` is the feature's name. */
export const featureFolders: Readonly<Record<string, readonly string[]>> = {
  'contract/src': [
    '<f>.schema.ts',
    '<f>.*.schema.ts',
    '<f>.endpoints.ts',
    // The entity's fields, from which schemas, columns and labels are derived.
    '<f>.fields.ts',
    '<f>.rules.ts',
    '<f>.*.rules.ts',
    '*.test.ts',
  ],
  'server/src/features': [
    '<f>.table.ts',
    '<f>.queries.ts',
    // Queries split by purpose, in large features.
    '<f>.*.queries.ts',
    '<f>.routes.ts',
    '<f>.service.ts',
    // Routes, services and mails split by purpose, in large features; frozen texts, whom links reached, records of answers with their
    // files, and PDF content (docs/agreements.md).
    '<f>.*.routes.ts',
    '<f>.*.service.ts',
    '<f>.snapshot.ts',
    '<f>.reach.ts',
    '<f>.record.ts',
    '<f>.files.ts',
    '<f>.document.ts',
    '<f>.jobs.ts',
    '<f>.mails.ts',
    '<f>.*.mails.ts',
    // A third-party service (docs/customers.md#lookups-in-the-register): calls, response mapping and failures.
    '<f>.upstream.ts',
    '<f>.mapping.ts',
    '<f>.failures.ts',
    // Spreadsheet import and export (docs/spreadsheets.md).
    '<f>.spreadsheet.ts',
    '<f>.api.test.ts',
    '*.test.ts',
  ],
  'web/src/features': [
    '<f>.api.ts',
    // Calls and queries split by purpose, in large features.
    '<f>.*.api.ts',
    'pages/*-page.tsx',
    'components/*.tsx',
    // Hooks, types and helpers shared by components.
    'components/*.ts',
    '*.test.ts',
    '*.test.tsx',
  ],
}

/** A feature with the file on the left also has the folder on the right. */
export const mirrors: readonly (readonly [string, string])[] = [
  ['server/src/features/<f>/<f>.routes.ts', 'contract/src/<f>'],
  ['web/src/features/<f>/<f>.api.ts', 'contract/src/<f>'],
  ['contract/src/<f>/<f>.endpoints.ts', 'server/src/features/<f>'],
]

/** Folders in `contract/src` that aren't features. */
export const nonFeatureFolders = ['shared']

/** Folders allowed in `<workspace>/src`. */
export const sourceFolders: Readonly<Record<string, readonly string[]>> = {
  server: ['platform', 'features', 'testing'],
  web: ['site', 'office', 'features', 'ui', 'platform', 'content', 'testing'],
}

/** Files that may format and parse dates, money and numbers. */
export const formatFiles =
  /^(?:web\/src\/platform\/format(?:\/.+)?\.ts|contract\/src\/shared\/(?:money|time)\.ts|server\/src\/platform\/database\/columns\.ts)$/

/** The hooks and components that register a form, so that leaving it asks (docs/office.md); on the site, those that keep its text. */
export const formPrimitives =
  /\b(?:useUnsaved|useSaving|useFormPopover|useLineRow|ResponseAnswer|useResponseAnswer|useVisitorForm|FormDialog|SaveDialog|SaveForm)\b/

/** Forms that nothing is lost with: logins, searches, choices of an export, and forms that only carry a preview. */
export const fleetingForms =
  /^web\/src\/(?:features\/site\/|.*\/(?:login-step|login-form|admin-login-form|confirmation-dialog|privacy-section|export-dialog|template-preview|page-preview)\.tsx$)/

/** Files that may be longer than 400 lines: data, texts, generated, documents. */
export const longFiles =
  /^(?:package-lock\.json|server\/migrations\/|stand-ins\/brreg\/|web\/src\/content\/|docs\/)|-snapshots\/|\.(?:md|svg)$/

/** Domain words, not allowed in the building blocks in `web/src/ui`. */
export const domainWords =
  /(?<![a-zæøå])(?:contacts?|henvendelser?|kontakt|enquir(?:y|ies)|webinars?|customers?|kunder?|products?|produkt(?:er)?|conditions?|betingelser?|agreements?|avtaler?|leads?|påmelding)(?![a-zæøå])/gi
