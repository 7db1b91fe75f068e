import { auditActions } from '@kontor/contract/audit-events/audit-events.rules'
import { recordKinds } from '@kontor/contract/shared/records'
import { osloDay } from '@kontor/contract/shared/time'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDayInWords } from '../../../platform/format.ts'
import { Button } from '../../../ui/base/button.tsx'
import { DownloadIcon } from '../../../ui/base/icons.tsx'
import { QueryState } from '../../../ui/base/query-state.tsx'
import { SettingsSection } from '../../../ui/base/settings-section.tsx'
import { Skeleton } from '../../../ui/base/skeleton.tsx'
import { EmptyState, NoResults } from '../../../ui/base/states.tsx'
import { ExportDialog } from '../../../ui/import-export/export-dialog.tsx'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
import { ListControls } from '../../../ui/list/list-controls.tsx'
import { Pager } from '../../../ui/list/pager.tsx'
import { ListBar } from '../../../ui/list/shown-count.tsx'
import { type AuditEvent, auditEventsQuery, auditSummaryQuery, useAuditExportAddress } from '../audit-events.api.ts'
import { AuditEventItem } from './audit-event-item.tsx'
import { AuditRetentionSetting } from './audit-retention.tsx'
import { auditPeriods, useAuditFilters } from './use-audit-filters.ts'

const optionsOf = (entries: Readonly<Record<string, { readonly label: string }>>) =>
  Object.entries(entries).map(([value, { label }]) => ({ value, label }))

const kindOptions = optionsOf(recordKinds)
const actionOptions = optionsOf(auditActions)
const periodOptions = Object.entries(auditPeriods).map(([value, label]) => ({ value, label }))

/** Groups the events by day in Norway, in the list's order. */
const daysOf = (events: readonly AuditEvent[]) =>
  Object.entries(Object.groupBy(events, ({ at }) => osloDay(at))).map(([day, events = []]) => ({ day, events }))

/** Shows the events with their actor, time and origin. */
export function AuditSection() {
  const filters = useAuditFilters()
  const { values } = filters
  const page = useQuery(auditEventsQuery(filters.filter, filters.page))
  const summary = useQuery(auditSummaryQuery).data
  const addressOf = useAuditExportAddress()
  const [exporting, setExporting] = useState(false)
  const { events, pagination } = page.data ?? {}
  const isEmpty = pagination?.total === 0 && !filters.filtered
  return (
    <SettingsSection
      title="Hendelser"
      about="Hvem som har gjort hva, når og hvorfra: endringer med verdiene før og etter, innlogginger, utsendinger, eksporter og slettinger. Ingen kan endre eller slette hendelser i Kontor. Når en person slettes, maskeres det som handler om personen."
      action={
        <Button onClick={() => setExporting(true)}>
          <DownloadIcon /> Eksporter
        </Button>
      }
    >
      <div className="mb-2 flex items-center gap-2">
        <ListControls
          search={{ label: 'Søk i hendelsene', placeholder: 'Søk i navn, verdier og adresser' }}
          text={filters.text}
          onTextChange={filters.setText}
          active={filters.active}
          unfoldedFrom="80rem"
        >
          <FilterSelect
            label="Filtrer på hvem"
            allLabel="Alle brukere"
            options={(summary?.actors ?? []).map((actor) => ({ value: actor, label: actor }))}
            value={values.actor}
            onChange={(next) => filters.set('actor', next)}
          />
          <FilterSelect
            label="Filtrer på hendelse"
            allLabel="Alle hendelser"
            options={actionOptions}
            value={values.action}
            onChange={(next) => filters.set('action', next)}
          />
          <FilterSelect
            label="Filtrer på hva det gjelder"
            allLabel="Alle typer"
            options={kindOptions}
            value={values.kind}
            onChange={(next) => filters.set('kind', next)}
          />
          <FilterSelect
            label="Filtrer på tid"
            allLabel="Alle dager"
            options={periodOptions}
            value={values.days}
            onChange={(next) => filters.set('days', next)}
          />
        </ListControls>
      </div>
      <ListBar
        shown={pagination?.total ?? null}
        total={summary?.total ?? null}
        what="hendelser"
        filtered={filters.filtered}
        onReset={filters.reset}
      />
      {!events && (
        <QueryState query={page} skeleton={<Skeleton className="h-96 w-full" />} failed="Kunne ikke hente hendelsene" />
      )}
      {isEmpty && (
        <EmptyState title="Ingen hendelser ennå">
          Her vises hvem som endrer, sender, eksporterer, sletter og logger inn, fra den første gangen.
        </EmptyState>
      )}
      {events?.length === 0 && !isEmpty && (
        <NoResults resetLabel="Nullstill filtre" onReset={filters.reset}>
          Ingen hendelser passer til søket og filtrene.
        </NoResults>
      )}
      {events && events.length > 0 && (
        <div className="flex flex-col gap-5">
          {daysOf(events).map(({ day, events }) => (
            <section key={day}>
              <h4 className="border-rule border-b pb-1 font-semibold text-[0.8125rem]">{formatDayInWords(day)}</h4>
              <ol aria-label={`Hendelser ${formatDayInWords(day)}`}>
                {events.map((event) => (
                  <AuditEventItem key={event.id} event={event} />
                ))}
              </ol>
            </section>
          ))}
        </div>
      )}
      {pagination && <Pager {...pagination} onPageChange={filters.setPage} />}
      <AuditRetentionSetting />
      {exporting && (
        <ExportDialog
          title="Eksporter hendelser"
          scopes={[
            {
              id: 'shown',
              label: 'Som vist',
              hint: 'Hendelsene som søket og filtrene viser.',
              addressOf: (format) => addressOf({ ...filters.filter, format }),
            },
            { id: 'all', label: 'Alt', hint: 'Alle hendelser.', addressOf: (format) => addressOf({ format }) },
          ]}
          onClose={() => setExporting(false)}
        />
      )}
    </SettingsSection>
  )
}
