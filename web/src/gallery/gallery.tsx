import type { Sort } from '@kontor/contract/shared/sorting'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { MailLink, PhoneLink } from '../ui/base/address-links.tsx'
import { Badge, type Tone } from '../ui/base/badge.tsx'
import { Button, IconButton } from '../ui/base/button.tsx'
import { Facts } from '../ui/base/facts.tsx'
import { Fold } from '../ui/base/fold.tsx'
import { EditIcon, MoreIcon, TrashIcon } from '../ui/base/icons.tsx'
import { OverflowMenu } from '../ui/base/overflow-menu.tsx'
import { ProgressBar } from '../ui/base/progress-bar.tsx'
import { Skeleton } from '../ui/base/skeleton.tsx'
import { EmptyState, ErrorState, NoResults, Notice } from '../ui/base/states.tsx'
import { Tabs } from '../ui/base/tabs.tsx'
import { Timeline } from '../ui/base/timeline.tsx'
import { Tooltip, TooltipProvider } from '../ui/base/tooltip.tsx'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { DateField } from '../ui/form/date-field.tsx'
import { Field, Input, Textarea } from '../ui/form/field.tsx'
import { LabelledCheckbox } from '../ui/form/form-fields.tsx'
import { NumberField } from '../ui/form/number-field.tsx'
import { Select } from '../ui/form/select.tsx'
import { ExportDialog } from '../ui/import-export/export-dialog.tsx'
import { FilterSelect } from '../ui/list/filter-select.tsx'
import { Pager } from '../ui/list/pager.tsx'
import { SearchBox } from '../ui/list/search-box.tsx'
import { ShownCount } from '../ui/list/shown-count.tsx'
import { RecordChoice, RecordField } from '../ui/record/record-field.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { type Column, nothingSelected, type Selection } from '../ui/table/data-table-model.ts'
import { Toaster } from '../ui/toast/toast.tsx'
import { toast, toastFailure } from '../ui/toast/toast-store.ts'

const doNothing = (): void => undefined

const tones: readonly Tone[] = ['quiet', 'neutral', 'accent', 'positive', 'warning', 'danger']

const options = [
  { value: 'one', label: 'Første valg' },
  { value: 'two', label: 'Andre valg' },
]

function Room({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-8 flex flex-col gap-4">
      <h2 className="font-semibold text-lg tracking-tight">{title}</h2>
      {children}
    </section>
  )
}

function Row({ children }: { readonly children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-2">{children}</div>
}

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
          <IconButton label="Rediger" icon={<EditIcon />} />
        </Tooltip>
        <OverflowMenu
          label="Mer"
          icon={<MoreIcon />}
          items={[{ label: 'Slett', icon: <TrashIcon />, onSelect: doNothing }]}
        />
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
      </Row>
      <Notice isLasting>Noe gikk galt.</Notice>
      <EmptyState title="Ingen ennå" action={<Button>Legg til</Button>}>
        De du legger til, vises her.
      </EmptyState>
      <NoResults resetLabel="Nullstill" onReset={doNothing}>
        Ingen treff.
      </NoResults>
      <ErrorState title="Kunne ikke hente listen" message="Serveren svarte ikke." onRetry={doNothing} />
      <Skeleton className="h-9" />
      <Tabs
        label="Faner"
        tabs={options.map(({ value, label }) => ({ id: value, label }))}
        value="one"
        onValueChange={doNothing}
      >
        Innholdet av fanen.
      </Tabs>
      <Fold label="Flere valg" isOpenAtFirst errors={{}}>
        Sjelden brukt.
      </Fold>
      <Facts facts={[{ label: 'Opprettet', value: '27.11.2026' }]} />
      <ProgressBar label="Fremdrift" done={40} total={100}>
        40 av 100
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

function Form() {
  const { control } = useForm({ defaultValues: { seats: 12 } })
  const [checked, setChecked] = useState(true)
  return (
    <Room title="form">
      <Field label="Tekst" hint="En linje." required>
        {(field) => <Input {...field} defaultValue="Kari Nordmann" />}
      </Field>
      <Field label="Med feil" error="Navn er påkrevd">
        {(field) => <Input {...field} />}
      </Field>
      <Field label="Av">{(field) => <Input {...field} disabled defaultValue="Kan ikke endres" />}</Field>
      <Field label="Flere linjer">{(field) => <Textarea {...field} />}</Field>
      <Field label="Valg">
        {(field) => <Select {...field} value="one" options={options} onValueChange={doNothing} />}
      </Field>
      <Field label="Dato">{(field) => <DateField {...field} value="2026-11-27" onValueChange={doNothing} />}</Field>
      <NumberField control={control} name="seats" label="Antall" decimals={0} />
      <LabelledCheckbox label="Avkrysset" checked={checked} onChange={setChecked} />
    </Room>
  )
}

const dialogs = {
  dialog: (close: () => void) => (
    <Dialog
      title="Dialog"
      description="Med en forklaring."
      onClose={close}
      footer={<Button onClick={close}>Lukk</Button>}
    >
      Innholdet.
    </Dialog>
  ),
  confirm: (close: () => void) => (
    <ConfirmDialog title="Slette?" confirmLabel="Slett" onConfirm={close} onCancel={close}>
      Kan angres i 30 dager.
    </ConfirmDialog>
  ),
  export: (close: () => void) => (
    <ExportDialog
      title="Eksporter"
      scopes={[{ id: 'all', label: 'Alt', hint: 'Alle rader.', addressOf: () => '#' }]}
      onClose={close}
    />
  ),
} as const

function Overlays() {
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null)
  return (
    <Room title="dialog, import-export, toast">
      <Row>
        <Button onClick={() => setOpen('dialog')}>Dialog</Button>
        <Button onClick={() => setOpen('confirm')}>Spørsmål</Button>
        <Button onClick={() => setOpen('export')}>Eksport</Button>
        <Button onClick={() => toast({ title: 'Suksess', description: 'Lagret.' })}>Varsel</Button>
        <Button onClick={() => toastFailure('Kunne ikke lagre.', { label: 'Prøv igjen', run: doNothing })}>
          Varsel om feil
        </Button>
      </Row>
      {open && dialogs[open](() => setOpen(null))}
    </Room>
  )
}

interface Person {
  readonly id: string
  readonly name: string
  readonly place: string
}

const people: readonly Person[] = [
  { id: 'kari', name: 'Kari Nordmann', place: 'Oslo' },
  { id: 'ola', name: 'Ola Nordmann', place: 'Bergen' },
]

const columns: readonly Column<Person>[] = [
  { id: 'name', header: 'Navn', isName: true, cell: ({ name }) => name },
  { id: 'place', header: 'Sted', cell: ({ place }) => place },
]

function Lists() {
  const [selection, setSelection] = useState<Selection>(nothingSelected)
  const [sort, setSort] = useState<Sort>({ id: 'name', desc: false })
  const [typed, setTyped] = useState('')
  return (
    <Room title="list, table">
      <Row>
        <SearchBox label="Søk" placeholder="Søk i navn" value={typed} onValueChange={setTyped} />
        <FilterSelect label="Sted" allLabel="Alle" options={options} value={null} onChange={doNothing} />
        <ShownCount shown={2} total={5} what="personer" />
      </Row>
      <DataTable
        label="Personer"
        rows={people}
        columns={columns}
        nameOf={({ name }) => name}
        narrow={({ name }) => name}
        narrowHeight={48}
        sort={sort}
        onSortChange={setSort}
        selection={selection}
        onSelectionChange={setSelection}
        onOpen={doNothing}
      />
      <Pager page={1} pages={3} size={100} total={250} onPageChange={doNothing} />
    </Room>
  )
}

function RecordParts() {
  const [name, setName] = useState<string | number | null>('Kari Nordmann')
  return (
    <Room title="record">
      <div>
        <RecordField
          label="Navn"
          value={name}
          onSave={async (value) => {
            setName(value)
            return { kind: 'saved' }
          }}
        />
        <RecordField
          label="Alltid avvist"
          value="Ola"
          onSave={async () => ({ kind: 'failed', problem: 'Kan ikke lagres.' })}
        />
        <RecordChoice label="Valg" value="one" options={options} onSave={async () => ({ kind: 'saved' })} />
      </div>
    </Room>
  )
}

/** Every part of the rooms, in its states: `/ui` of `npm run dev`, and what tests check for contrast and accessibility. */
export function Gallery() {
  return (
    <TooltipProvider>
      <main className="mx-auto max-w-4xl bg-paper px-4 py-8 text-ink">
        <h1 className="font-semibold text-lg tracking-tight">Deler</h1>
        <Base />
        <Form />
        <Overlays />
        <Lists />
        <RecordParts />
      </main>
      <Toaster />
    </TooltipProvider>
  )
}
