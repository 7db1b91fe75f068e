import { useId } from 'react'
import { Link } from 'react-router'
import { Button } from '../../../ui/button.tsx'

const places = [
  {
    to: '/admin?tab=email',
    label: 'Åpne avsender og maler',
    text: 'Hvem e-postene kommer fra, og hva det står i dem.',
  },
  { to: '/admin?tab=email-logs', label: 'Åpne E-post Logg', text: 'Hva som er sendt, til hvem, og om det kom frem.' },
] as const

/** Leads to the two tabs about mails: people also look for them here. */
export function EmailSection() {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className="mb-3 font-semibold text-base tracking-tight">
        E-post
      </h3>
      <ul className="border-rule border-t">
        {places.map(({ to, label, text }) => (
          <li key={to} className="flex flex-wrap items-center justify-between gap-3 border-rule border-b py-3">
            <p className="min-w-48 flex-1 text-sm text-soft">{text}</p>
            <Button asChild size="small">
              <Link to={to}>{label}</Link>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
