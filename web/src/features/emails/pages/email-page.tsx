import { Page } from '../../../ui/base/page.tsx'
import { EmailSettingsSection } from '../components/email-settings-section.tsx'
import { TemplateSection } from '../components/template-section.tsx'

export function EmailPage() {
  return (
    <Page>
      <div className="flex max-w-4xl flex-col gap-12">
        <EmailSettingsSection />
        <TemplateSection />
      </div>
    </Page>
  )
}
