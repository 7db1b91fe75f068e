import { useQuery } from '@tanstack/react-query'
import { type RefObject, useId, useState } from 'react'
import { formatLongDateTime } from '../../../platform/format.ts'
import { Button } from '../../../ui/base/button.tsx'
import { CloseIcon, PeopleIcon } from '../../../ui/base/icons.tsx'
import { EmptyState } from '../../../ui/base/states.tsx'
import { ExportDialog } from '../../../ui/import-export/export-dialog.tsx'
import { ExportButton } from '../../../ui/list/export-button.tsx'
import { countedTitle, ListContent } from '../../../ui/list/list-content.tsx'
import { exportAddress, registrationsQuery, type Webinar } from '../webinars.api.ts'
import { RegistrationList } from './registration-list.tsx'
import { registrationSummary } from './webinar-seats.ts'

interface RegistrationPanelProps {
  readonly webinar: Webinar
  /** Takes the focus when the panel opens. */
  readonly heading: RefObject<HTMLHeadingElement | null>
  readonly onClose: () => void
}

const texts = {
  loading: 'Henter påmeldinger …',
  failed: 'Kunne ikke hente påmeldingene',
  stale: 'Påmeldingene kunne ikke hentes på nytt og kan være gamle.',
}

const empty = (
  <EmptyState icon={<PeopleIcon />} title="Ingen påmeldinger ennå">
    Når noen melder seg på webinaret på nettsiden, står de her.
  </EmptyState>
)

/** The registrations for the clicked webinar. */
export function RegistrationPanel({ webinar, heading, onClose }: RegistrationPanelProps) {
  const query = useQuery(registrationsQuery(webinar.id))
  const headingId = useId()
  const [exporting, setExporting] = useState(false)
  const summary = registrationSummary(webinar)
  return (
    <section aria-labelledby={headingId} className="scroll-mt-4 px-2.5 pt-3 pb-6 sm:px-4">
      <div className="mb-3 flex flex-wrap items-start gap-x-2 gap-y-2.5">
        <div className="min-w-0 flex-1 basis-60">
          <h3
            id={headingId}
            ref={heading}
            tabIndex={-1}
            className="scroll-mt-24 rounded-sm font-semibold text-base tracking-tight"
          >
            {countedTitle('Påmeldinger', query.data)}
          </h3>
          <p className="text-[0.8125rem] text-soft [overflow-wrap:anywhere]">
            {webinar.name} · {formatLongDateTime(webinar.date)}
          </p>
          {summary !== '' && <p className="text-[0.8125rem] text-soft">{summary}</p>}
        </div>
        <div className="flex flex-wrap gap-2">
          <ExportButton size="small" href={exportAddress(webinar.id)} onOptions={() => setExporting(true)} />
          <Button size="small" variant="quiet" onClick={onClose}>
            <CloseIcon /> Lukk
          </Button>
        </div>
      </div>
      <ListContent query={query} texts={texts} empty={empty}>
        {(registrations) => <RegistrationList registrations={registrations} />}
      </ListContent>
      {exporting && (
        <ExportDialog
          title="Eksporter påmeldinger"
          scopes={[
            {
              id: 'all',
              label: 'Alt',
              hint: 'Alle påmeldinger til webinaret.',
              addressOf: (format) => exportAddress(webinar.id, format),
            },
          ]}
          onClose={() => setExporting(false)}
        />
      )}
    </section>
  )
}
