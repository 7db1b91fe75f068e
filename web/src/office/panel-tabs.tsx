import type { CustomerRecordProps } from '../features/customers/components/record-props.ts'
import { type Loadable, loadable } from '../ui/base/loadable.tsx'
import { recordTabs } from './paths.ts'

/** An entry that the search finds: its title in the interface, and other words for it. */
export interface Named {
  readonly title: string
  readonly words?: string
}

/** The only description of a panel's tab: the panel, the search and the URLs of records use it. */
interface PanelTab {
  readonly id: string
  readonly label: string
  /** Other words by which the search finds the tab. */
  readonly words?: string
  /** The form for a new record. Its title is the label of its shortcut. */
  readonly creates?: Named
  readonly Screen: Loadable<object>
}

/** Loaded when the first customer is opened. */
export const CustomerRecord = loadable<CustomerRecordProps>(
  async () => (await import('../features/customer-records/components/customer-record.tsx')).CustomerRecord,
)

export const panelTabs = [
  {
    id: 'contacts',
    label: 'Kontakter',
    words: 'henvendelser',
    Screen: loadable(async () => (await import('../features/contacts/pages/contacts-page.tsx')).ContactsPage),
  },
  {
    id: 'webinars',
    label: 'Webinarer',
    words: 'påmeldinger',
    creates: { title: 'Nytt webinar', words: 'ny opprett' },
    Screen: loadable(async () => (await import('../features/webinars/pages/webinars-page.tsx')).WebinarsPage),
  },
  {
    id: 'customers',
    label: 'Kunder',
    creates: { title: 'Ny kunde', words: 'nytt opprett' },
    Screen: loadable(async () => {
      const { CustomersPage } = await import('../features/customers/pages/customers-page.tsx')
      const { CustomerDeleteDialog } = await import(
        '../features/customer-records/components/customer-delete-dialog.tsx'
      )
      return () => <CustomersPage Record={CustomerRecord} DeleteDialog={CustomerDeleteDialog} />
    }),
  },
  {
    id: 'products',
    label: 'Produkter',
    words: 'priser',
    creates: { title: 'Nytt produkt', words: 'ny opprett' },
    Screen: loadable(async () => (await import('../features/products/pages/products-page.tsx')).ProductsPage),
  },
  {
    id: 'agreements',
    label: 'Avtaler',
    words: 'tilbud kontrakter',
    creates: { title: 'Ny avtale', words: 'nytt opprett tilbud' },
    Screen: loadable(async () => (await import('../features/agreements/office/agreements-page.tsx')).AgreementsPage),
  },
  {
    id: 'email',
    label: 'E-post',
    words: 'epost maler',
    Screen: loadable(async () => (await import('../features/emails/pages/email-page.tsx')).EmailPage),
  },
  {
    id: 'email-logs',
    label: 'E-post Logg',
    words: 'epostlogg sendt',
    Screen: loadable(async () => (await import('../features/emails/pages/email-log-page.tsx')).EmailLogPage),
  },
  {
    id: 'settings',
    label: 'Innstillinger',
    words: 'betingelser brukere passord firma',
    Screen: loadable(async () => (await import('./settings-page.tsx')).SettingsPage),
  },
] as const satisfies readonly PanelTab[]

/** Finds a URL's tab by the part before a record's id, else by the tab's id. Returns the first tab if it finds none. */
export const panelTab = (records: string | undefined, id: string | null): (typeof panelTabs)[number] => {
  const chosen = Object.entries(recordTabs).find(([part]) => part === records)?.[1] ?? id
  return panelTabs.find((tab) => tab.id === chosen) ?? panelTabs[0]
}
