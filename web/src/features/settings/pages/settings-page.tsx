import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Page } from '../../../ui/base/page.tsx'
import { AgreementSettingsSection } from '../../agreements/components/agreement-settings-section.tsx'
import { AuditSection } from '../../audit-events/components/audit-section.tsx'
import { BackupSection } from '../../backups/components/backup-section.tsx'
import { CompanySection } from '../../company/components/company-section.tsx'
import { ConditionList } from '../../conditions/components/condition-list.tsx'
import { LostReasonsSection } from '../../leads/components/lost-reasons-section.tsx'
import { PrivacySection } from '../../privacy/components/privacy-section.tsx'
import { SecondFactorSection } from '../../second-factor/components/second-factor-section.tsx'
import { AdminPasswordSection } from '../../session/components/admin-password-section.tsx'
import { sessionQuery } from '../../session/session.api.ts'
import { SiteTextsSection } from '../../site-texts/components/site-texts-section.tsx'
import { TrashSection } from '../../trash/components/trash-section.tsx'
import { UserSection } from '../../users/components/user-section.tsx'
import { EmailSection } from '../components/email-section.tsx'
import { SettingsNav } from '../components/settings-nav.tsx'
import { findSection, type SettingsSection } from '../components/settings-sections.ts'
import { SystemSection } from '../components/system-section.tsx'

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

/** Parts that use a wide screen: fields side by side, and a list. The others keep lines short. */
const wide: ReadonlySet<SettingsSection['id']> = new Set(['tekster', 'hendelser'])

/** System settings, and the conditions that go with new agreements: one part at a time, named in the URL. */
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
