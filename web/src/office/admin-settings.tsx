import { Link } from 'react-router'
import { EmailLogPage } from '../features/emails/pages/email-log-page.tsx'
import { useDocumentTitle } from '../platform/document-title.ts'
import { ArrowLeftIcon } from '../ui/base/icons.tsx'
import { Tabs } from '../ui/base/tabs.tsx'
import { SettingsLinks } from './settings-nav.tsx'

const tabs = [{ id: 'email-logs', label: 'E-post Logg' }] as const

export function AdminSettings() {
  useDocumentTitle('Innstillinger')
  return (
    <main>
      <div className="mx-auto max-w-page px-4 pt-3 pb-1 sm:px-7">
        <Link
          to="/admin"
          className="inline-flex items-center gap-1.5 rounded-sm py-1 text-[0.8125rem] text-soft hover:text-ink"
        >
          <ArrowLeftIcon /> Tilbake til panelet
        </Link>
        <h1 className="font-semibold text-lg tracking-tight sm:text-xl">Innstillinger</h1>
        <SettingsLinks />
      </div>
      <Tabs label="Innstillinger" tabs={tabs} value={tabs[0].id} onValueChange={() => {}}>
        <EmailLogPage />
      </Tabs>
    </main>
  )
}
