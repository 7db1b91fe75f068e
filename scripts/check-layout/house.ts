/** Configuration of the layout check. Add a new feature, edge or kind of file here, as a deliberate decision. */

/** All features, current and planned (docs/architecture.md); no other folder names are allowed. */
export const features = [
  // The public site: its languages and paths, forms without scripts, security.txt (docs/site.md).
  'site',
  // The company's facts, on the site, in mails and in agreements (docs/site.md).
  'company',
  // The texts of the site that the company has changed, and the pages rendered with them (docs/site.md).
  'site-editing',
  'session',
  // Passkeys, authenticator apps and recovery codes (docs/sessions-and-logins.md).
  'second-factor',
  'users',
  // Enquiries, which the specification calls contacts (docs/enquiries.md). Contact persons belong to `customers`.
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
  // One search over the records of several features (docs/office.md).
  'search',
  // Scheduled backups (docs/backups.md).
  'backups',
  // Changes by others, as a stream of events (docs/live-updates.md).
  'changes',
  // The history of a lead: notes, calls, changes, its customer's agreements (docs/leads.md#history).
  'lead-timeline',
  'company-register',
  // Looks up the companies of leads and customers in the register every night (docs/customers.md#the-nightly-checks).
  'company-checks',
  // The system's status (docs/operations.md). Each setting belongs to the feature that it controls.
  'system-status',
  // Retention periods and personal data requests (docs/privacy.md).
  'retention',
  'privacy',
  // The audit trail (docs/privacy.md#the-audit-trail).
  'audit-events',
  // Restores deletions and undoes imports (docs/privacy.md#the-trash).
  'undo',
] as const

export type FeatureName = (typeof features)[number]

/** The features that a feature may import, in any workspace. Must not contain a cycle. */
export const edges: Readonly<Partial<Record<FeatureName, readonly FeatureName[]>>> = {
  // Sending an agreement changes the status of the lead that its customer came from.
  agreements: ['company', 'company-register', 'conditions', 'customers', 'emails', 'leads', 'products'],
  'agreement-evidence': ['agreements'],
  'agreement-answers': ['agreement-evidence', 'agreements', 'company', 'emails'],
  // The audit trail shows the fields' labels.
  'audit-events': ['agreements', 'conditions', 'contacts', 'customers', 'leads', 'products', 'users', 'webinars'],
  // A stream of changes ends when the caller's session ends.
  changes: ['session', 'users'],
  company: ['company-register'],
  // A user can turn an enquiry into a customer or a lead (docs/enquiries.md).
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
  // A lead can become a customer, and saved views belong to users (docs/leads.md).
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
    'undo',
    'webinars',
  ],
  'company-checks': ['company-register', 'customers', 'leads'],
  retention: ['audit-events', 'contacts', 'emails', 'undo', 'webinars'],
  search: ['agreements', 'contacts', 'customers', 'leads', 'webinars'],
  // A login may need a second factor.
  session: ['company', 'second-factor', 'users'],
  'second-factor': ['company', 'users'],
  'system-status': ['backups', 'company-register', 'emails', 'retention'],
  // The site's forms post to these features, and the build renders a customer's agreement for browsers without scripts.
  site: ['agreements', 'company', 'contacts', 'site-editing', 'webinars'],
  'site-editing': ['company'],
  undo: ['agreements', 'conditions', 'contacts', 'customers', 'leads', 'products', 'webinars'],
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
    // Routes, services and mails split by purpose, in large features; for agreements also frozen texts, recipients of links, records of
    // answers with their files, and PDF content (docs/agreements.md).
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
    // Calls of a third-party service, with the mapping of responses and errors (docs/customers.md#lookups-in-the-register).
    '<f>.upstream.ts',
    '<f>.mapping.ts',
    '<f>.failures.ts',
    '<f>.remote.ts',
    '<f>.cache.ts',
    // Spreadsheet import and export (docs/spreadsheets.md).
    '<f>.spreadsheet.ts',
    // Formats that only one feature writes or reads: calendar files, timestamps of seals, descriptions of browsers.
    '<f>.calendar.ts',
    '<f>.timestamps.ts',
    '<f>.devices.ts',
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

/**
 * The rooms of large folders, and the rooms that each may import. The imports must not contain a cycle. Every file must be in a room,
 * except those that `frame` matches, which connect the rooms.
 */
export const rooms: Readonly<
  Record<string, { readonly frame?: RegExp; readonly rooms: Readonly<Record<string, readonly string[]>> }>
> = {
  // web/src/ui/README.md shows the parts.
  'web/src/ui': {
    frame: /^README\.md$/,
    rooms: {
      base: [],
      toast: ['base'],
      form: ['base', 'toast'],
      dialog: ['base', 'form', 'toast'],
      table: ['base', 'form'],
      list: ['base', 'form', 'table', 'toast'],
      record: ['base', 'dialog', 'form', 'table', 'toast'],
      'import-export': ['base', 'dialog', 'form', 'toast'],
      // Parts of pages that people without a login open by a link.
      visitor: ['base'],
    },
  },
  'web/src/site': {
    rooms: {
      texts: [],
      art: [],
      team: [],
      styles: [],
      consent: ['texts'],
      // Scripts that run before the first paint, without React.
      head: ['consent'],
      // Components that React hydrates.
      islands: ['head', 'texts'],
      components: ['art', 'consent', 'islands', 'team', 'texts'],
      pages: ['art', 'components', 'consent', 'islands', 'texts'],
    },
  },
  // The customer's and the office's screens are in separate rooms.
  'web/src/features/agreements': {
    frame: /^agreements\.[\w.-]+$|\.test\.tsx?$/,
    rooms: {
      parts: [],
      customer: ['parts'],
      sending: ['parts'],
      templates: ['parts'],
      office: ['customer', 'parts', 'sending', 'templates'],
    },
  },
  'server/src/platform': {
    frame: /^[\w-]+\.ts$/,
    rooms: {
      errors: [],
      config: ['errors'],
      tracing: ['config'],
      database: ['errors', 'tracing'],
      // Records audit events.
      audit: ['database'],
      session: ['config', 'errors'],
      // Stores and restores deleted rows.
      trash: ['audit', 'database', 'errors', 'session'],
      // Records the rows that an import wrote, so that users can undo the import.
      imports: ['audit', 'database'],
      jobs: ['database', 'tracing'],
      lifecycle: ['config', 'errors'],
      pdf: ['errors'],
      signing: ['audit', 'config', 'database', 'errors', 'lifecycle', 'pdf'],
      // Keys that the servers of one database share.
      secrets: ['config', 'database', 'errors', 'lifecycle', 'signing'],
      mail: ['config', 'database', 'errors', 'secrets', 'signing'],
      // Roles and rights in the database, and checks of the company's own server.
      access: ['database', 'errors', 'jobs', 'signing'],
      // The PostgreSQL that comes with Kontor.
      embedded: ['access', 'errors', 'jobs'],
      http: ['config', 'database', 'errors', 'jobs', 'session', 'tracing'],
      // The site's and the office's documents.
      pages: ['errors', 'http'],
      spreadsheet: ['audit', 'database', 'errors', 'http', 'imports', 'session'],
      backup: ['config', 'database', 'errors', 'mail', 'signing'],
    },
  },
}

/**
 * The only features whose contracts the server's platform may import: the site's pages with the company's content, the steps of a login,
 * and the text that masks values.
 */
export const platformContracts: readonly FeatureName[] = [
  'audit-events',
  'company',
  'second-factor',
  'site',
  'site-editing',
]

/** A feature with the file on the left must also have the folder on the right. */
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
  web: ['site', 'office', 'features', 'ui', 'platform', 'gallery', 'testing'],
}

/** Files that may format and parse dates, money and numbers. */
export const formatFiles =
  /^(?:web\/src\/platform\/format(?:\/.+)?\.ts|contract\/src\/shared\/(?:money|time)\.ts|server\/src\/platform\/database\/columns\.ts)$/

/** The hooks and components that register a form, so that the office asks before the user leaves it (docs/office.md), and the site keeps its text. */
export const formPrimitives =
  /\b(?:useUnsaved|useSaving|useFormPopover|useLineRow|ResponseAnswer|useResponseAnswer|useVisitorForm|FormDialog|SaveDialog|SaveForm)\b/

/** Files with forms that needn't be registered: logins, searches, options of an export, and forms that only load a preview. */
export const fleetingForms =
  /^web\/src\/(?:(?:gallery|site\/(?:components|consent))\/|.*\/(?:login-step|login-form|admin-login-form|confirmation-dialog|privacy-section|export-dialog|template-preview|page-preview)\.tsx$)/

/** Files that may be longer than 400 lines: data, texts, generated files and documents. */
export const longFiles =
  /^(?:package-lock\.json|server\/migrations\/|stand-ins\/brreg\/|web\/src\/site\/texts\/|docs\/)|-snapshots\/|\.(?:md|svg)$/

/** Matches words of the domain, which the building blocks in `web/src/ui` must not contain. */
export const domainWords =
  /(?<![a-zæøå])(?:contacts?|henvendelser?|kontakt|enquir(?:y|ies)|webinars?|customers?|kunder?|products?|produkt(?:er)?|conditions?|betingelser?|agreements?|avtaler?|leads?|påmelding)(?![a-zæøå])/gi
