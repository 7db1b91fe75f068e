import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../ui/base/button.tsx'
import { Timeline } from '../ui/base/timeline.tsx'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { DeleteDialog } from '../ui/dialog/delete-dialog.tsx'
import { DeleteManyDialog } from '../ui/dialog/delete-many-dialog.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { SaveDialog } from '../ui/dialog/save-dialog.tsx'
import { useSendQuestion } from '../ui/dialog/use-send-question.tsx'
import { Field, Input } from '../ui/form/field.tsx'
import { TextField } from '../ui/form/form-fields.tsx'
import { useSaving } from '../ui/form/use-saving.tsx'
import { ExportDialog } from '../ui/import-export/export-dialog.tsx'
import { FileDrop } from '../ui/import-export/file-drop.tsx'
import { ImportDialog } from '../ui/import-export/import-dialog.tsx'
import { ImportReportView } from '../ui/import-export/import-report.tsx'
import { RecordField } from '../ui/record/record-field.tsx'
import { MissingRecord, RecordPart, RecordSheet } from '../ui/record/record-sheet.tsx'
import { toast, toastFailure } from '../ui/toast/toast-store.ts'
import { LinkPageFrame } from '../ui/visitor/link-page-frame.tsx'
import { doNothing, Room, Row } from './gallery-room.tsx'

const report = {
  ...{
    success: true as const,
    dryRun: true,
    rows_ok: 2,
    rows_failed: 1,
    rows_created: 1,
    rows_updated: 1,
    rows_skipped: 0,
  },
  ...{ headers: ['Navn', 'Sko'], columns: ['Navn'], unknownColumns: ['Sko'] },
  rows: [
    { row: 2, outcome: 'created' as const, name: 'Kari Nordmann' },
    {
      ...{ row: 3, outcome: 'updated' as const, name: 'Ola Nordmann' },
      changes: [{ column: 'Sted', before: 'Oslo', after: 'Bergen' }],
    },
    { row: 4, outcome: 'failed' as const, name: null, column: 'Navn', message: 'Navn er påkrevd', cells: ['', 43] },
  ],
}

/** Shows a conflict at the first save. Asks before it is closed with unsaved text. */
function SavedDialog({ onClose }: { readonly onClose: () => void }) {
  const form = useForm({ defaultValues: { name: 'Kari Nordmann' } })
  const saving = useSaving({
    ...{ form, labels: { name: 'Navn' }, valuesOf: (stored: { name: string }) => stored },
    conflictIn: () => ({ name: 'Kari Hansen' }),
    save: async (_, conflict) => (conflict ? void onClose() : Promise.reject(new Error('Endret av en annen.'))),
  })
  return (
    <SaveDialog saving={saving} title="Skjema som lagres" onClose={onClose}>
      <TextField form={form} name="name" label="Navn" />
    </SaveDialog>
  )
}

/** The functions that render a dialog, sheet or page, by the label of the button that opens it. */
const overlays: Readonly<Record<string, (close: () => void) => ReactNode>> = {
  Dialog: (close) => (
    <Dialog
      title="Dialog"
      description="Med en forklaring."
      onClose={close}
      footer={<Button onClick={close}>Lukk</Button>}
    >
      Innholdet.
    </Dialog>
  ),
  Skjema: (close) => (
    <FormDialog
      {...{ title: 'Skjema', submitLabel: 'Lagre', workingLabel: 'Lagrer …', dirty: false }}
      onSubmit={async () => close()}
      onClose={close}
    >
      <Field label="Navn">{(field) => <Input {...field} />}</Field>
    </FormDialog>
  ),
  'Skjema som lagres': (close) => <SavedDialog onClose={close} />,
  Spørsmål: (close) => (
    <ConfirmDialog title="Nullstille?" confirmLabel="Nullstill" onConfirm={close} onCancel={close}>
      Kan ikke angres.
    </ConfirmDialog>
  ),
  Sletting: (close) => (
    <DeleteDialog
      title="Slette Kari?"
      version={1}
      remove={() => Promise.reject(new Error('Serveren svarte ikke.'))}
      deleted={{ title: 'Suksess', description: 'Kari er slettet.' }}
      failed="Kunne ikke slette Kari"
      onCancel={close}
    >
      Denne slettingen mislykkes alltid.
    </DeleteDialog>
  ),
  'Sletting av flere': (close) => (
    <DeleteManyDialog
      count={2}
      texts={{
        one: 'kunde',
        many: 'kunder',
        the: 'kunden',
        failedOne: 'Kunne ikke slette kunden',
        failedMany: 'Kunne ikke slette kundene',
      }}
      kind="customers"
      remove={async () => ({
        deleted: new Set<string>(),
        failed: ['1', '2'],
        error: new Error('Serveren svarte ikke.'),
      })}
      onDone={close}
      onCancel={close}
    >
      Denne slettingen mislykkes alltid.
    </DeleteManyDialog>
  ),
  Eksport: (close) => (
    <ExportDialog
      title="Eksporter"
      scopes={[{ id: 'all', label: 'Alt', hint: 'Alle rader.', addressOf: () => '#' }]}
      onClose={close}
    />
  ),
  Import: (close) => (
    <ImportDialog
      title="Importer"
      help="Velg en fil."
      run={async () => report}
      onImported={doNothing}
      onFailed={doNothing}
      failedFileName="feil"
      onClose={close}
    />
  ),
  Post: (close) => (
    <RecordSheet
      {...{
        recordId: 1,
        kind: 'Person',
        title: 'Kari Nordmann',
        onEdit: doNothing,
        onDelete: doNothing,
        onClose: close,
      }}
      moves={{ position: 1, total: 2, onPrevious: null, onNext: doNothing }}
      actions={<Button>Skriv e-post</Button>}
      aside={<RecordField label="Sted" value="Oslo" onSave={async () => ({ kind: 'saved' })} />}
    >
      <RecordPart title="Historikk" action={<Button size="small">Legg til</Button>}>
        <Timeline
          label="Historikk"
          items={[{ id: '1', at: '2026-11-27T10:00:00Z', title: 'Opprettet', author: null }]}
        />
      </RecordPart>
    </RecordSheet>
  ),
  'Post som hentes': (close) => <MissingRecord kind="Person" problem={null} onClose={close} />,
  'Post som mangler': (close) => (
    <MissingRecord kind="Person" problem={{ title: 'Fant ikke personen', text: 'Den er slettet.' }} onClose={close} />
  ),
  'Side bak en lenke': (close) => (
    <div className="fixed inset-0 z-30 overflow-y-auto bg-paper">
      <LinkPageFrame
        language="no"
        company={{
          name: 'Eksempel AS',
          organizationNumber: '999888777',
          phone: '22 00 00 00',
          email: 'post@eksempel.example',
        }}
      >
        <Button onClick={close}>Lukk</Button>
      </LinkPageFrame>
    </div>
  ),
}

export function Overlays() {
  const [open, setOpen] = useState<string | null>(null)
  const [askToSend, sendQuestion] = useSendQuestion()
  return (
    <Room title="dialog, import-export, record, toast, visitor">
      <Row>
        {Object.keys(overlays).map((name) => (
          <Button key={name} aria-haspopup="dialog" onClick={() => setOpen(name)}>
            {name}
          </Button>
        ))}
        <Button
          aria-haspopup="dialog"
          onClick={() =>
            askToSend({
              ...{ title: 'Sende på nytt?', text: 'Kari får e-posten en gang til.', confirmLabel: 'Send' },
              send: doNothing,
            })
          }
        >
          Sending
        </Button>
        <Button onClick={() => toast({ title: 'Suksess', description: 'Lagret.' })}>Varsel</Button>
        <Button onClick={() => toastFailure('Kunne ikke lagre.', { label: 'Prøv igjen', run: doNothing })}>
          Varsel om feil
        </Button>
      </Row>
      <FileDrop label="Velg en fil" hint="Excel eller CSV." accept=".xlsx" onFile={doNothing} />
      <FileDrop
        label="Velg en annen fil"
        hint="Excel eller CSV."
        accept=".xlsx"
        error="Filen er for stor."
        onFile={doNothing}
      />
      <ImportReportView report={report} />
      {open && overlays[open]?.(() => setOpen(null))}
      {sendQuestion}
    </Room>
  )
}
