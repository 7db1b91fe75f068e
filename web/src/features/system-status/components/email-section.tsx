import { Link } from 'react-router'
import { Button } from '../../../ui/base/button.tsx'
import { SettingsSection } from '../../../ui/base/settings-section.tsx'
import { StatusRow } from './status-row.tsx'

const places = [
  {
    to: '/admin?tab=email',
    title: 'Avsender og maler',
    label: 'Åpne E-post',
    text: 'Hvem e-postene kommer fra, og hva det står i dem.',
  },
  {
    to: '/admin?tab=email-logs',
    title: 'Sendte e-poster',
    label: 'Åpne E-post Logg',
    text: 'Hva som er sendt, til hvem, og om det kom frem.',
  },
] as const

/** Links to the two tabs about mails, since users also look for them in the settings. */
export function EmailSection() {
  return (
    <SettingsSection title="E-post">
      <dl className="border-rule border-t">
        {places.map(({ to, title, label, text }) => (
          <StatusRow
            key={to}
            label={title}
            action={
              <Button asChild size="small">
                <Link to={to}>{label}</Link>
              </Button>
            }
          >
            {text}
          </StatusRow>
        ))}
      </dl>
    </SettingsSection>
  )
}
