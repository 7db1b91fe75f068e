import type { Sort } from '@kontor/contract/shared/sorting'
import { useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { AddButton } from '../ui/base/add-button.tsx'
import { MailLink, PhoneLink } from '../ui/base/address-links.tsx'
import { Badge, type Tone } from '../ui/base/badge.tsx'
import { Button, IconButton } from '../ui/base/button.tsx'
import { Facts } from '../ui/base/facts.tsx'
import { Figures } from '../ui/base/figures.tsx'
import { Fold } from '../ui/base/fold.tsx'
import * as icons from '../ui/base/icons.tsx'
import { OverflowMenu } from '../ui/base/overflow-menu.tsx'
import { ProgressBar } from '../ui/base/progress-bar.tsx'
import { SettingsSection } from '../ui/base/settings-section.tsx'
import { Skeleton, SkeletonFields } from '../ui/base/skeleton.tsx'
import { DismissibleNotice, EmptyState, ErrorState, NoResults, Notice } from '../ui/base/states.tsx'
import { Tabs } from '../ui/base/tabs.tsx'
import { Timeline } from '../ui/base/timeline.tsx'
import { Tooltip, TooltipProvider } from '../ui/base/tooltip.tsx'
import { UnsavedGuard } from '../ui/dialog/unsaved-guard.tsx'
import { FilterSelect } from '../ui/list/filter-select.tsx'
import { ListContent } from '../ui/list/list-content.tsx'
import { ListControls } from '../ui/list/list-controls.tsx'
import { ListMenu } from '../ui/list/list-menu.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import { Pager } from '../ui/list/pager.tsx'
import { SelectionBar } from '../ui/list/selection-bar.tsx'
import { ListBar } from '../ui/list/shown-count.tsx'
import { ViewButton } from '../ui/list/view-button.tsx'
import { ActiveBadge, ActiveState, MomentCell, SuspectBadge } from '../ui/table/column-cells.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { actionsColumn, type Column, nothingSelected, type Selection } from '../ui/table/data-table-model.ts'
import { EditAndDelete, editAndDelete, RowMenu, RowName } from '../ui/table/row-action.tsx'
import { Toaster } from '../ui/toast/toast.tsx'
import { Forms, RecordParts } from './gallery-forms.tsx'
import { Overlays } from './gallery-overlays.tsx'
import { doNothing, options, Room, Row } from './gallery-room.tsx'

const tones: readonly Tone[] = ['quiet', 'neutral', 'accent', 'positive', 'warning', 'danger']

function Base() {
  return (
    <Room title="base">
      <Row>
        <Button variant="primary">Lagre</Button>
        <Button>Avbryt</Button>
        <Button variant="quiet">Vis mer</Button>
        <Button variant="danger">Slett</Button>
        <Button size="small">Liten</Button>
        <Button disabled>Av</Button>
        <Button working workingLabel="Lagrer …">
          Lagre
        </Button>
        <Tooltip text="Rediger raden">
          <IconButton label="Rediger" icon={<icons.EditIcon />} />
        </Tooltip>
        <OverflowMenu
          label="Mer"
          icon={<icons.MoreIcon />}
          items={[{ label: 'Slett', icon: <icons.TrashIcon />, onSelect: doNothing }]}
        />
        <AddButton>Legg til</AddButton>
        <icons.Spinner />
      </Row>
      <Row>
        {Object.entries(icons).map(([name, Icon]) => (
          <Icon key={name} />
        ))}
      </Row>
      <Row>
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </Row>
      <Row>
        <MailLink email="kari@nordmann.example" />
        <PhoneLink phone="+47 22 00 00 00" />
        <Figures text="27.11.2026" />
      </Row>
      <Notice isLasting>Noe gikk galt.</Notice>
      <Notice tone="warning" isLasting>
        Noe bør ses på.
      </Notice>
      <DismissibleNotice problem="Kunne ikke slette Kari." onClose={doNothing} />
      <EmptyState title="Ingen ennå" action={<Button>Legg til</Button>}>
        De du legger til, vises her.
      </EmptyState>
      <NoResults resetLabel="Nullstill" onReset={doNothing}>
        Ingen treff.
      </NoResults>
      <ErrorState title="Kunne ikke hente listen" message="Serveren svarte ikke." onRetry={doNothing} />
      <Skeleton className="h-9" />
      <SkeletonFields count={2} />
      <SettingsSection
        title="Del av innstillingene"
        about="Med en forklaring."
        action={<Button size="small">Endre</Button>}
      >
        Innholdet.
      </SettingsSection>
      <Tabs
        label="Faner"
        tabs={options.map(({ value, label }) => ({ id: value, label }))}
        value="one"
        counts={{ two: { text: '3 nye', value: 3 } }}
        onValueChange={doNothing}
      >
        <p className="pt-4">Innholdet av fanen.</p>
      </Tabs>
      <Fold label="Flere valg" isOpenAtFirst errors={{}}>
        Sjelden brukt.
      </Fold>
      <Fold label="Lukket" errors={{}}>
        Ikke vist.
      </Fold>
      <Facts facts={[{ label: 'Opprettet', value: '27.11.2026' }]} />
      <ProgressBar label="Fremdrift" done={40} total={100}>
        40 av 100
      </ProgressBar>
      <ProgressBar label="Ukjent fremdrift" done={0} total={undefined}>
        Teller …
      </ProgressBar>
      <Timeline
        label="Historikk"
        items={[
          { id: '1', at: '2026-11-27T10:00:00Z', title: 'Opprettet', author: 'Kari Nordmann', text: 'Med tekst.' },
        ]}
      />
    </Room>
  )
}

interface Person {
  readonly id: string
  readonly name: string
  readonly place: string
  readonly isActive: boolean
}

const people: readonly Person[] = [
  { id: 'kari', name: 'Kari Nordmann', place: 'Oslo', isActive: true },
  { id: 'ola', name: 'Ola Nordmann', place: 'Bergen', isActive: false },
]

const columns: readonly Column<Person>[] = [
  {
    ...{ id: 'name', header: 'Navn', isName: true as const },
    cell: ({ name }) => <RowName inColumn label={`Åpne ${name}`} name={name} onOpen={doNothing} />,
  },
  { id: 'place', header: 'Sted', cell: ({ place }) => place },
  { id: 'createdAt', header: 'Opprettet', cell: () => <MomentCell at="2026-11-27T10:00:00Z" /> },
  { id: 'isActive', header: 'Status', cell: ({ isActive }) => <ActiveState isActive={isActive} /> },
  actionsColumn('w-29 px-1!', ({ name }) => <EditAndDelete of={name} onEdit={doNothing} onDelete={doNothing} />),
]

const texts = { loading: 'Henter personer …', failed: 'Kunne ikke hente personene' }
const states = {
  hentes: { data: undefined, error: null, isFetching: true, refetch: doNothing },
  mislykket: { data: undefined, error: new Error('Serveren svarte ikke.'), isFetching: false, refetch: doNothing },
  foreldet: { data: people, error: new Error('Serveren svarte ikke.'), isFetching: false, refetch: doNothing },
  tom: { data: [], error: null, isFetching: false, refetch: doNothing },
}

function Lists() {
  const [selection, setSelection] = useState<Selection>(nothingSelected)
  const [sort, setSort] = useState<Sort>({ id: 'name', desc: false })
  const [detail, setDetail] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  return (
    <Room title="list, table">
      <ListPage
        title="Personer (2)"
        manyControls
        refreshing={false}
        onRefresh={doNothing}
        controls={
          <ListControls
            search={{ label: 'Søk', placeholder: 'Søk i navn' }}
            text={typed}
            onTextChange={setTyped}
            active={1}
            onReset={doNothing}
          >
            <FilterSelect label="Sted" allLabel="Alle" options={options} value="one" onChange={doNothing} />
          </ListControls>
        }
        menu={
          <>
            <ViewButton label="Vis som tabell" icon={<icons.TableIcon />} aria-pressed />
            <ListMenu
              items={[{ label: 'Papirkurv', icon: <icons.TrashIcon />, onSelect: doNothing }]}
              files={{ exportAddress: '#', onExportOptions: doNothing, onImport: doNothing }}
            />
          </>
        }
        primary={<AddButton>Ny person</AddButton>}
        problem="Kunne ikke oppdatere listen."
      >
        <ListBar shown={2} total={5} what="personer" filtered onReset={doNothing} sortedBy="Endret" />
        <DataTable
          label="Personer"
          rows={people}
          columns={columns}
          nameOf={({ name }) => name}
          narrow={({ name }) => (
            <span className="flex items-center justify-between">
              <RowName label={`Åpne ${name}`} name={name} onOpen={doNothing} />
              <RowMenu of={name} items={editAndDelete({ onEdit: doNothing, onDelete: doNothing })} />
            </span>
          )}
          narrowHeight={48}
          sort={sort}
          onSortChange={setSort}
          selection={selection}
          onSelectionChange={setSelection}
          detail={detail === null ? null : { id: detail, content: <p className="p-4">Detaljer om raden.</p> }}
          onOpen={({ id }) => setDetail(id === detail ? null : id)}
        />
        <Pager page={1} pages={3} size={100} total={250} onPageChange={doNothing} />
      </ListPage>
      {selection.size > 0 && (
        <SelectionBar count={selection.size} onClear={() => setSelection(nothingSelected)}>
          <Button variant="danger">Slett</Button>
        </SelectionBar>
      )}
      <Row>
        <SuspectBadge />
        <ActiveBadge isActive />
        <ActiveBadge isActive={false} />
      </Row>
      {Object.entries(states).map(([state, query]) => (
        <div key={state}>
          <h3 className="mb-2 text-soft text-sm">{state}</h3>
          <ListContent<Person>
            query={query}
            texts={texts}
            empty={<EmptyState title="Ingen personer">Listen er tom.</EmptyState>}
          >
            {(rows) => rows.map(({ name }) => name).join(', ')}
          </ListContent>
        </div>
      ))}
    </Room>
  )
}

function AllParts() {
  return (
    <TooltipProvider>
      <main className="mx-auto max-w-4xl bg-paper px-4 py-8 text-ink">
        <h1 className="font-semibold text-lg tracking-tight">Deler</h1>
        <Base />
        <Forms />
        <Overlays />
        <Lists />
        <RecordParts />
      </main>
      <Toaster />
      <UnsavedGuard />
    </TooltipProvider>
  )
}

const router = createMemoryRouter([{ path: '/', element: <AllParts /> }])

/** Shows the parts of `web/src/ui` in their states, at `/ui` of `npm run dev`. Tests check it for contrast and accessibility. */
export function Gallery() {
  return <RouterProvider router={router} />
}
