import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { AgreementSettingsSection } from '../features/agreements/office/agreement-settings-section.tsx'
import { AuditSection } from '../features/audit-events/components/audit-section.tsx'
import { BackupSection } from '../features/backups/components/backup-section.tsx'
import { CompanySection } from '../features/company/components/company-section.tsx'
import { ConditionList } from '../features/conditions/components/condition-list.tsx'
import { LostReasonsSection } from '../features/leads/components/lost-reasons-section.tsx'
import { PrivacySection } from '../features/privacy/components/privacy-section.tsx'
import { SecondFactorSection } from '../features/second-factor/components/second-factor-section.tsx'
import { AdminPasswordSection } from '../features/session/components/admin-password-section.tsx'
import { sessionQuery } from '../features/session/session.api.ts'
import { SiteTextsSection } from '../features/site-editing/components/site-texts-section.tsx'
import { EmailSection } from '../features/system-status/components/email-section.tsx'
import { SystemSection } from '../features/system-status/components/system-section.tsx'
import { TrashSection } from '../features/undo/components/trash-section.tsx'
import { UserSection } from '../features/users/components/user-section.tsx'
import { Page } from '../ui/base/page.tsx'
import { SettingsNav } from './settings-nav.tsx'
import { findSection, type SettingsSection } from './settings-sections.ts'

function LoginSection() {
  const { data: user } = useQuery(sessionQuery)
  return <SecondFactorSection isNamed={user?.named === true} />
}

const contents: Readonly<Record<SettingsSection['id'], ReactNode>> = {
  betingelser: <ConditionList />,
  avtaler: <AgreementSettingsSection />,
  leads: <LostReasonsSection />,
  brukere: (
    <>
      <UserSection />
      <AdminPasswordSection />
    </>
  ),
  innlogging: <LoginSection />,
  bedriften: <CompanySection />,
  tekster: <SiteTextsSection />,
  'e-post': <EmailSection />,
  personvern: <PrivacySection />,
  hendelser: <AuditSection />,
  papirkurv: <TrashSection />,
  system: (
    <>
      <SystemSection />
      <BackupSection />
    </>
  ),
}

/** The parts that use the whole width, for fields side by side or a list. The others are narrower, which keeps lines short. */
const wide: ReadonlySet<SettingsSection['id']> = new Set(['tekster', 'hendelser'])

/** Shows the settings, one part at a time. The URL names the part. */
export function SettingsPage() {
  const [params] = useSearchParams()
  const section = findSection(params.get('section'))
  return (
    <Page>
      <h2 className="font-semibold text-lg tracking-tight sm:text-xl">Innstillinger</h2>
      <p className="mt-1 mb-5 text-sm text-soft">
        Her styrer du systeminnstillinger og standardbetingelser for avtaler og kontrakter.
      </p>
      <div className="lg:grid lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-x-12">
        <SettingsNav current={section} />
        <div key={section.id} className={wide.has(section.id) ? 'min-w-0' : 'flex min-w-0 max-w-4xl flex-col gap-12'}>
          {contents[section.id]}
        </div>
      </div>
    </Page>
  )
}
