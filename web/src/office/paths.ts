/** The tabs of the lists whose records have URLs, by the part of the URL before a record's id. */
export const recordTabs = { avtaler: 'agreements', kunder: 'customers', kontakter: 'contacts' } as const

type RecordPath = `/admin/${keyof typeof recordTabs}` | `/admin/${keyof typeof recordTabs}/{id}`

const recordPaths = Object.keys(recordTabs).flatMap((part) => [`/admin/${part}`, `/admin/${part}/{id}`]) as RecordPath[]

/** The screens' sources and URLs. `routes.tsx` maps each URL to its screen. A URL's page preloads the script of the screen's `source`. */
const screens = [
  { source: 'src/office/admin-entry.tsx', paths: ['/admin', '/admin/settings', ...recordPaths] },
  { source: 'src/features/session/pages/login-page.tsx', paths: ['/login'] },
  { source: 'src/office/leads-layout.tsx', paths: ['/leads', '/leads/{id}'] },
  {
    source: 'src/features/agreements/customer/agreement-response-page.tsx',
    // The second path is for users who prepend the site's English prefix. Without it, the site's 404 page would get the token.
    paths: ['/agreement-response/{token}', '/en/agreement-response/{token}'],
    // The server also sends this page as a plain document, for readers without scripts.
    plain: true,
  },
  {
    source: 'src/features/webinars/pages/own-registration-page.tsx',
    paths: ['/webinar-registration/{token}', '/en/webinar-registration/{token}'],
  },
] as const

export type OfficePath = (typeof screens)[number]['paths'][number]

/** URLs of records and lists without a route of their own: the routes of `/admin` and `/leads` show them. */
export type RecordOrListPath = RecordPath | '/leads/{id}'

export interface OfficeDocument {
  readonly path: OfficePath
  /** The screen's source below `web/`. */
  readonly source: string
  readonly plain: boolean
}

/** The office's documents, one for each URL. The server sends the office's page for these URLs and no others. */
export const officeDocuments: readonly OfficeDocument[] = screens.flatMap((screen) =>
  screen.paths.map((path) => ({ path, source: screen.source, plain: 'plain' in screen })),
)
