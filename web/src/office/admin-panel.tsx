import { addOsloDays, osloDay, startOfOsloDay } from '@kontor/contract/shared/time'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { AgreementsPage } from '../features/agreements/pages/agreements-page.tsx'
import { CompanyWelcome } from '../features/company/components/company-welcome.tsx'
import { contactCountsQuery } from '../features/contacts/contacts.api.ts'
import { ContactsPage } from '../features/contacts/pages/contacts-page.tsx'
import type { CustomerRecordProps } from '../features/customers/components/record-props.ts'
import { CustomersPage } from '../features/customers/pages/customers-page.tsx'
import { recentFailuresQuery } from '../features/emails/emails.api.ts'
import { EmailLogPage } from '../features/emails/pages/email-log-page.tsx'
import { EmailPage } from '../features/emails/pages/email-page.tsx'
import { ProductsPage } from '../features/products/pages/products-page.tsx'
import { SettingsPage } from '../features/settings/pages/settings-page.tsx'
import { WebinarsPage } from '../features/webinars/pages/webinars-page.tsx'
import { useDocumentTitle } from '../platform/document-title.ts'
import { nowText, useNow } from '../platform/now.ts'
import { Tabs } from '../ui/tabs.tsx'

/** Loaded when the first customer is opened. */
const LazyCustomerRecord = lazy(async () => ({
  default: (await import('../features/customer-records/components/customer-record.tsx')).CustomerRecord,
}))

const CustomerRecord = (props: CustomerRecordProps) => (
  <Suspense>
    <LazyCustomerRecord {...props} />
  </Suspense>
)

const tabs = [
  { id: 'contacts', label: 'Kontakter', screen: <ContactsPage /> },
  { id: 'webinars', label: 'Webinarer', screen: <WebinarsPage /> },
  { id: 'customers', label: 'Kunder', screen: <CustomersPage Record={CustomerRecord} /> },
  { id: 'products', label: 'Produkter', screen: <ProductsPage /> },
  { id: 'agreements', label: 'Avtaler', screen: <AgreementsPage /> },
  { id: 'email', label: 'E-post', screen: <EmailPage /> },
  { id: 'email-logs', label: 'E-post Logg', screen: <EmailLogPage /> },
  { id: 'settings', label: 'Innstillinger', screen: <SettingsPage /> },
] as const

/** The tab with the records of each kind, by the kind's part of the URL. */
const tabOf: Readonly<Partial<Record<string, (typeof tabs)[number]['id']>>> = {
  avtaler: 'agreements',
  kunder: 'customers',
  kontakter: 'contacts',
}

/** The beginning of the day a week ago: older failures no longer wait for anyone. */
const useWeekAgo = (): string => startOfOsloDay(osloDay(addOsloDays(nowText(useNow()), -7)))

const withoutTab = (params: URLSearchParams): string => {
  const own = new URLSearchParams(params)
  own.delete('tab')
  return own.toString()
}

/** The panel's single screen: eight tabs, the chosen one in the URL. */
export function AdminPanel() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { records = '' } = useParams()
  const chosen = tabOf[records] ?? params.get('tab')
  const tab = tabs.find(({ id }) => id === chosen) ?? tabs[0]
  useDocumentTitle(tab.label)
  const newContacts = useQuery(contactCountsQuery).data?.new ?? 0
  const failedMails = useQuery(recentFailuresQuery(useWeekAgo())).data?.mails ?? 0
  const counts = {
    contacts: { value: newContacts, text: newContacts === 1 ? '1 ny henvendelse' : `${newContacts} nye henvendelser` },
    'email-logs': {
      value: failedMails,
      isFailure: true,
      text: `${failedMails} ${failedMails === 1 ? 'e-post' : 'e-poster'} feilet siste uke`,
    },
  }

  // Each tab keeps its filters and order while the panel is open.
  const searches = useRef(new Map<string, string>())
  useEffect(() => void searches.current.set(tab.id, withoutTab(params)), [params, tab.id])
  const open = (id: string) => {
    // What was typed just before is in the URL before it is rendered.
    const shown = new URLSearchParams(window.location.search)
    searches.current.set(shown.get('tab') ?? tab.id, withoutTab(shown))
    const search = searches.current.get(id)
    void navigate(`/admin?tab=${id}${search ? `&${search}` : ''}`)
    window.scrollTo(0, 0)
  }
  const reset = () => {
    if (searches.current.get(tab.id)) void navigate(`/admin?tab=${tab.id}`)
    window.scrollTo(0, 0)
  }

  return (
    <main>
      <h1 className="sr-only">Administrasjon</h1>
      {tab.id !== 'settings' && <CompanyWelcome />}
      <Tabs label="Administrasjon" tabs={tabs} counts={counts} value={tab.id} onValueChange={open} onPressAgain={reset}>
        {tab.screen}
      </Tabs>
    </main>
  )
}
