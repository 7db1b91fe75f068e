import { useMatch, useNavigate, useSearchParams } from 'react-router'
import { AgreementsPage } from '../features/agreements/pages/agreements-page.tsx'
import { CompanyWelcome } from '../features/company/components/company-welcome.tsx'
import { ContactsPage } from '../features/contacts/pages/contacts-page.tsx'
import { CustomersPage } from '../features/customers/pages/customers-page.tsx'
import { EmailLogPage } from '../features/emails/pages/email-log-page.tsx'
import { EmailPage } from '../features/emails/pages/email-page.tsx'
import { ProductsPage } from '../features/products/pages/products-page.tsx'
import { SettingsPage } from '../features/settings/pages/settings-page.tsx'
import { WebinarsPage } from '../features/webinars/pages/webinars-page.tsx'
import { useDocumentTitle } from '../platform/document-title.ts'
import { Tabs } from '../ui/tabs.tsx'

const tabs = [
  { id: 'contacts', label: 'Kontakter', screen: <ContactsPage /> },
  { id: 'webinars', label: 'Webinarer', screen: <WebinarsPage /> },
  { id: 'customers', label: 'Kunder', screen: <CustomersPage /> },
  { id: 'products', label: 'Produkter', screen: <ProductsPage /> },
  { id: 'agreements', label: 'Avtaler', screen: <AgreementsPage /> },
  { id: 'email', label: 'E-post', screen: <EmailPage /> },
  { id: 'email-logs', label: 'E-post Logg', screen: <EmailLogPage /> },
  { id: 'settings', label: 'Innstillinger', screen: <SettingsPage /> },
] as const

/** The panel's single screen: eight tabs, the chosen one in the URL. */
export function AdminPanel() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const chosen = useMatch('/admin/avtaler/:id') ? 'agreements' : params.get('tab')
  const tab = tabs.find(({ id }) => id === chosen) ?? tabs[0]
  useDocumentTitle(tab.label)

  const open = (id: string) => {
    // Drops the previous tab's filters and sort order.
    void navigate(`/admin?tab=${id}`)
    window.scrollTo(0, 0)
  }

  return (
    <main>
      <h1 className="sr-only">Administrasjon</h1>
      {tab.id !== 'settings' && <CompanyWelcome />}
      <Tabs label="Administrasjon" tabs={tabs} value={tab.id} onValueChange={open}>
        {tab.screen}
      </Tabs>
    </main>
  )
}
