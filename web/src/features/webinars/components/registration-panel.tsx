import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useId } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { formatLongDateTime, formatNumber } from '../../../platform/format.ts'
import { Button } from '../../../ui/button.tsx'
import { CloseIcon, DownloadIcon, PeopleIcon } from '../../../ui/icons.tsx'
import { ListSkeleton } from '../../../ui/list-skeleton.tsx'
import { EmptyState, ErrorState, Notice } from '../../../ui/states.tsx'
import { exportAddress, registrationsQuery, type Webinar } from '../webinars.api.ts'
import { RegistrationBoard } from './registration-board.tsx'

interface RegistrationPanelProps {
  readonly webinar: Webinar
  /** Takes the focus when the panel opens. */
  readonly heading: RefObject<HTMLHeadingElement | null>
  readonly onClose: () => void
}

/** What stands below the webinars: who is registered for the one that was clicked. */
export function RegistrationPanel({ webinar, heading, onClose }: RegistrationPanelProps) {
  const { data, error, refetch } = useQuery(registrationsQuery(webinar.id))
  const headingId = useId()
  const fetchAgain = () => void refetch()

  let content: ReactNode = <ListSkeleton label="Henter påmeldinger …" />
  if (data?.length === 0) {
    content = (
      <EmptyState icon={<PeopleIcon />} title="Ingen påmeldinger ennå">
        Når noen melder seg på webinaret på nettsiden, står de her.
      </EmptyState>
    )
  } else if (data) content = <RegistrationBoard registrations={data} />
  else if (error) {
    content = <ErrorState title="Kunne ikke hente påmeldingene" message={errorText(error)} onRetry={fetchAgain} />
  }

  return (
    <section aria-labelledby={headingId} className="mt-10 scroll-mt-4 border-fjord-line border-t-2 pt-5">
      <div className="mb-4 flex flex-wrap items-start gap-x-2 gap-y-2.5">
        <div className="min-w-0 flex-1 basis-60">
          <h3
            id={headingId}
            ref={heading}
            tabIndex={-1}
            className="scroll-mt-16 rounded-sm font-semibold text-base tracking-tight sm:text-lg"
          >
            {data ? `Påmeldinger (${formatNumber(data.length)})` : 'Påmeldinger'}
          </h3>
          <p className="text-[0.8125rem] text-soft [overflow-wrap:anywhere]">
            {webinar.name} · {formatLongDateTime(webinar.date)}
          </p>
        </div>
        <Button asChild size="small">
          <a href={exportAddress(webinar.id)} target="_blank" rel="noopener">
            <DownloadIcon /> Eksporter
          </a>
        </Button>
        <Button size="small" variant="quiet" onClick={onClose}>
          <CloseIcon /> Lukk
        </Button>
      </div>
      {data && error && (
        <div className="mb-4">
          <Notice>Påmeldingene kunne ikke hentes på nytt og kan være gamle. {errorText(error)}</Notice>
        </div>
      )}
      {content}
    </section>
  )
}
