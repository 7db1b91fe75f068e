import { Page } from '../../../ui/page.tsx'
import { AgreementSettingsSection } from '../../agreements/components/agreement-settings-section.tsx'
import { CompanySection } from '../../company/components/company-section.tsx'
import { ConditionList } from '../../conditions/components/condition-list.tsx'
import { LostReasonsSection } from '../../leads/components/lost-reasons-section.tsx'
import { PrivacySection } from '../../privacy/components/privacy-section.tsx'
import { AdminPasswordSection } from '../../session/components/admin-password-section.tsx'
import { SiteTextsSection } from '../../site-texts/components/site-texts-section.tsx'
import { TrashSection } from '../../trash/components/trash-section.tsx'
import { UserSection } from '../../users/components/user-section.tsx'
import { SystemSection } from '../components/system-section.tsx'

/** System settings, and the conditions that go with new agreements. */
export function SettingsPage() {
  return (
    <Page>
      <h2 className="font-semibold text-lg tracking-tight sm:text-xl">Innstillinger</h2>
      <p className="mt-1 mb-8 max-w-prose text-sm text-soft">
        Her styrer du hva nettstedet sier om bedriften, systeminnstillinger og standardbetingelser for avtaler og
        kontrakter, hvem som kan logge inn i leads, og hva som er lagret om personer.
      </p>
      <div className="grid gap-x-16 gap-y-14 xl:grid-cols-2">
        <div className="flex min-w-0 max-w-4xl flex-col gap-14">
          <ConditionList />
          <AgreementSettingsSection />
          <UserSection />
          <LostReasonsSection />
          <AdminPasswordSection />
        </div>
        <div className="flex min-w-0 max-w-4xl flex-col gap-14">
          <CompanySection />
          <PrivacySection />
          <TrashSection />
          <SystemSection />
        </div>
      </div>
      <div className="mt-14">
        <SiteTextsSection />
      </div>
    </Page>
  )
}
