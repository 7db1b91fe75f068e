import type {
  ChosenColumns,
  FileChoice,
  ImportedOnly,
  ImportMapping,
  ImportReport,
} from '@kontor/contract/shared/imports'
import { spreadsheetEndings, spreadsheetHint } from '@kontor/contract/shared/spreadsheet'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { errorText } from '../../platform/api-client.ts'
import { formatNumber } from '../../platform/format.ts'
import { fieldsOf, isSameChoice, rememberColumns, rememberedColumns } from '../../platform/import-columns.ts'
import { countWritten, fileProblem, type ImportProgress, mappingOf, rowsText } from '../../platform/import-file.ts'
import { Button } from '../base/button.tsx'
import { DownloadIcon, FileIcon } from '../base/icons.tsx'
import { ProgressBar } from '../base/progress-bar.tsx'
import { Notice } from '../base/states.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import { Select } from '../form/select.tsx'
import { useUnsaved } from '../form/use-unsaved.ts'
import { useToastUntilUnmount } from '../toast/use-failure-toast.ts'
import { CsvButton } from './csv-button.tsx'
import { FileDrop } from './file-drop.tsx'
import { columnsProblem, ImportColumns } from './import-columns.tsx'
import { downloadFailedRows, ImportReportView, importSummary } from './import-report.tsx'
import { ImportSource } from './import-source.tsx'
import { UndoImportDialog } from './undo-import-dialog.tsx'

export interface ImportRun {
  readonly dryRun: boolean
  readonly only: ImportedOnly
  /** The field of each column of the file. By default, the headers decide. */
  readonly columns: ChosenColumns | undefined
  readonly source: FileChoice
  readonly signal: AbortSignal
  readonly onProgress: (progress: ImportProgress) => void
}

interface ImportDialogProps {
  readonly title: string
  /** Explains the expected columns and the treatment of rows that already exist. */
  readonly help: ReactNode
  readonly run: (file: File, options: ImportRun) => Promise<ImportReport>
  /** Called after the import; the report stays on the screen. */
  readonly onImported: (report: ImportReport) => void
  /** Called when the dry run or the import fails; the dialog shows the error, too. `retry` reads the file again. */
  readonly onFailed: (error: unknown, retry: () => void) => void
  /** Name of the file that lists the failed rows. */
  readonly failedFileName: string
  readonly onClose: () => void
}

/** A file, and which of its rows, columns and sheets to import. */
interface Choice {
  readonly file: File
  readonly only: ImportedOnly
  readonly columns: ChosenColumns | undefined
  readonly source: FileChoice
}

type Step =
  | { readonly kind: 'choose'; readonly problem: string | null }
  | { readonly kind: 'reading'; readonly file: File; readonly progress: ImportProgress | null }
  | { readonly kind: 'importing'; readonly file: File; readonly progress: ImportProgress | null }
  /** No column of the file is known, so the user has to choose the fields. */
  | { readonly kind: 'columns'; readonly file: File; readonly choice: Choice; readonly problem: string }
  | { readonly kind: 'preview'; readonly file: File; readonly choice: Choice; readonly report: ImportReport }
  | { readonly kind: 'done'; readonly file: File; readonly report: ImportReport }

/** The file's columns, and the user's choice, which the preview may not show yet. */
interface Columns {
  readonly mapping: ImportMapping
  readonly chosen: ChosenColumns
}

const everything = 'everything'

const choices = [
  { value: everything, label: 'Nye og endrede' },
  { value: 'new', label: 'Bare nye' },
  { value: 'existing', label: 'Bare endringer' },
]

const chosenOnly = (value: string): ImportedOnly => (value === 'new' || value === 'existing' ? value : undefined)

const statusOf = (step: Step): string => {
  if (step.kind === 'reading') return 'Leser filen …'
  if (step.kind === 'importing') return 'Importerer …'
  if (step.kind === 'preview') {
    const { rows_ok, rows_failed, rows_skipped } = step.report
    if (rows_ok + rows_failed + rows_skipped === 0) return 'Filen har ingen rader under overskriftene.'
    return `Ingenting er lagret ennå. Slik blir det: ${importSummary(step.report)}.`
  }
  return step.kind === 'done' ? `Importen er fullført: ${importSummary(step.report)}.` : ''
}

function Progress({ label, progress }: { label: string; progress: ImportProgress | null }) {
  const { rowsDone, rowsTotal } = progress ?? {}
  return (
    <div className="py-4">
      <ProgressBar label={label} done={rowsDone} total={rowsTotal}>
        {rowsDone !== undefined && rowsTotal !== undefined && `${formatNumber(rowsDone)} av ${rowsText(rowsTotal)}`}
      </ProgressBar>
    </div>
  )
}

/** Imports a spreadsheet in steps: choose or drop a file, preview the result, change the fields of its columns, import, see the report. */
export function ImportDialog(props: ImportDialogProps) {
  const { title, help, run, onImported, onFailed, failedFileName, onClose } = props
  const [step, setStep] = useState<Step>({ kind: 'choose', problem: null })
  const [columns, setColumns] = useState<Columns | null>(null)
  const [undoing, setUndoing] = useState(false)
  const fileField = useRef<HTMLInputElement>(null)
  const mainButton = useRef<HTMLButtonElement>(null)
  /** The label of the select that the user changed, while the file is read again for that change. */
  const changed = useRef<string | null>(null)
  // Restores the focus after reading: the file field no longer exists, or the changed select was rendered again.
  useEffect(() => {
    if (step.kind === 'reading') return
    const choice = document.querySelector<HTMLElement>(`[role=dialog] [role=combobox][aria-label="${changed.current}"]`)
    changed.current = null
    if (choice) choice.focus()
    else if (step.kind === 'preview' || step.kind === 'done') mainButton.current?.focus()
  }, [step.kind])
  const running = useRef<{ readonly kind: 'reading' | 'importing'; readonly controller: AbortController } | null>(null)
  const showToast = useToastUntilUnmount()
  useUnsaved({ dirty: false, working: step.kind === 'importing', discard: onClose })
  useEffect(
    () => () => {
      // Aborts only the dry run: a running import continues after the user leaves the screen.
      if (running.current?.kind === 'reading') running.current.controller.abort()
    },
    [],
  )

  const runImport = async (
    kind: 'reading' | 'importing',
    choice: Choice,
  ): Promise<ImportReport | ImportMapping | null> => {
    // `running` is set synchronously, so that the second click of a double click is ignored.
    if (running.current) return null
    const { file, only, columns: chosen, source } = choice
    const controller = new AbortController()
    running.current = { kind, controller }
    setStep({ kind, file, progress: null })
    try {
      return await run(file, {
        dryRun: kind === 'reading',
        only,
        columns: chosen,
        source,
        signal: controller.signal,
        onProgress: (progress) => !controller.signal.aborted && setStep({ kind, file, progress }),
      })
    } catch (error) {
      if (controller.signal.aborted) return null
      const mapping = mappingOf(error)
      setStep(
        mapping
          ? { kind: 'columns', file, choice, problem: errorText(error) }
          : { kind: 'choose', problem: errorText(error) },
      )
      if (mapping) return mapping
      showToast(() => onFailed(error, () => void preview(choice)))
      return null
    } finally {
      if (running.current?.controller === controller) running.current = null
    }
  }

  const preview = async (choice: Choice): Promise<void> => {
    const result = await runImport('reading', choice)
    if (!result) return
    const mapping = 'fields' in result ? result : result.mapping
    const remembered = mapping && !choice.columns ? rememberedColumns(title, mapping) : undefined
    if (mapping && remembered && !isSameChoice(remembered, fieldsOf(mapping))) {
      return preview({ ...choice, columns: remembered })
    }
    if (mapping) setColumns({ mapping, chosen: fieldsOf(mapping) })
    if ('fields' in result) return
    if (mapping && choice.columns) rememberColumns(title, mapping, choice.columns)
    setStep({ kind: 'preview', file: choice.file, choice, report: result })
  }

  const readAgain = (choice: Choice, name: string): void => {
    changed.current = name
    void preview(choice)
  }

  const choose = (file: File, takesCsv: boolean): void => {
    const problem = fileProblem(file, takesCsv)
    if (problem) setStep({ kind: 'choose', problem })
    else void preview({ file, only: undefined, columns: undefined, source: {} })
  }

  const doImport = async (choice: Choice) => {
    const report = await runImport('importing', choice)
    if (!report || 'fields' in report) return
    setStep({ kind: 'done', file: choice.file, report })
    onImported(report)
  }

  const chooseAgain = () => {
    running.current?.controller.abort()
    running.current = null
    setStep({ kind: 'choose', problem: null })
  }

  // Can't be closed during an import: only its report lists the failed rows.
  const close = () => step.kind !== 'importing' && onClose()

  const footer = (
    <Footer
      step={step}
      failedFileName={failedFileName}
      columns={columns}
      mainButton={mainButton}
      onChooseAgain={chooseAgain}
      onPreview={(choice) => void preview(choice)}
      onImport={(choice) => void doImport(choice)}
      onUndo={() => setUndoing(true)}
      onClose={onClose}
    />
  )
  const importId = step.kind === 'done' ? step.report.importId : undefined
  if (undoing && importId !== undefined) {
    return <UndoImportDialog importId={importId} onDone={onClose} onCancel={() => setUndoing(false)} />
  }

  return (
    <Dialog
      title={title}
      width="wide"
      onClose={close}
      footer={footer}
      onOpenAutoFocus={(event) => {
        event.preventDefault()
        fileField.current?.focus()
      }}
    >
      {step.kind !== 'choose' && (
        <div className="mb-2 flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2">
          <p className="flex min-w-0 flex-1 basis-40 items-center gap-2 font-medium text-sm">
            <FileIcon className="size-4 shrink-0 text-soft" />
            <span className="truncate">{step.file.name}</span>
          </p>
          {step.kind === 'preview' && (
            <Select
              aria-label="Importer"
              value={step.choice.only ?? everything}
              onValueChange={(value) => readAgain({ ...step.choice, only: chosenOnly(value) }, 'Importer')}
              options={choices}
            />
          )}
        </div>
      )}
      <p role="status" className={step.kind === 'choose' ? 'sr-only' : 'mb-3 text-sm'}>
        {statusOf(step)}
      </p>
      {step.kind === 'choose' && (
        <>
          <FileDrop
            label="Velg en fil, eller slipp den her"
            hint={`${spreadsheetHint}.`}
            accept={spreadsheetEndings.join(',')}
            error={step.problem}
            inputRef={fileField}
            onFile={(file, how) => choose(file, how === 'dropped')}
          />
          <CsvButton onFile={(file) => choose(file, true)} />
          <div className="mt-4 text-[0.8125rem] text-soft leading-relaxed">{help}</div>
        </>
      )}
      {(step.kind === 'reading' || step.kind === 'importing') && (
        <Progress label={statusOf(step)} progress={step.progress} />
      )}
      {step.kind === 'columns' && (
        <Notice tone="warning" className="mb-3">
          {step.problem} Velg selv hva kolonnene inneholder.
        </Notice>
      )}
      {(step.kind === 'preview' || step.kind === 'columns') && columns && (
        <ImportSource
          mapping={columns.mapping}
          source={step.choice.source}
          onChange={(source, name) => readAgain({ ...step.choice, columns: undefined, source }, name)}
        />
      )}
      {(step.kind === 'preview' || step.kind === 'columns') && columns && (
        <ImportColumns
          key={step.kind}
          {...columns}
          onChange={(chosen) => setColumns({ mapping: columns.mapping, chosen })}
        />
      )}
      {(step.kind === 'preview' || step.kind === 'done') && <ImportReportView report={step.report} />}
    </Dialog>
  )
}

function FailedRowsButton({ report, fileName }: { report: ImportReport; fileName: string }) {
  return (
    <Button variant="quiet" className="mr-auto" onClick={() => void downloadFailedRows(report, fileName)}>
      <DownloadIcon /> Last ned feilede rader
    </Button>
  )
}

interface FooterProps {
  readonly step: Step
  readonly columns: Columns | null
  readonly failedFileName: string
  readonly mainButton: RefObject<HTMLButtonElement | null>
  readonly onChooseAgain: () => void
  readonly onPreview: (choice: Choice) => void
  readonly onImport: (choice: Choice) => void
  readonly onUndo: () => void
  readonly onClose: () => void
}

interface PreviewButtonProps extends Columns {
  readonly choice: Omit<Choice, 'columns'>
  readonly onPreview: (choice: Choice) => void
}

/** A button that reads the file with the chosen columns. */
function PreviewButton({ mapping, chosen, choice, onPreview }: PreviewButtonProps) {
  const isReady = columnsProblem(mapping, chosen) === null && chosen.some((field) => field !== null)
  return (
    <Button
      variant="primary"
      aria-disabled={!isReady}
      onClick={() => isReady && onPreview({ ...choice, columns: chosen })}
    >
      Forhåndsvis
    </Button>
  )
}

function Footer(props: FooterProps) {
  const { step, columns, failedFileName, mainButton, onChooseAgain, onPreview, onImport, onUndo, onClose } = props
  if (step.kind === 'choose') return <Button onClick={onClose}>Avbryt</Button>
  if (step.kind === 'reading') return <Button onClick={onChooseAgain}>Avbryt</Button>
  if (step.kind === 'importing') {
    return (
      <Button variant="primary" aria-disabled>
        Importerer …
      </Button>
    )
  }
  const again = <Button onClick={onChooseAgain}>Velg en annen fil</Button>
  if (step.kind === 'columns') {
    return (
      <>
        {again}
        {columns && <PreviewButton {...columns} choice={step.choice} onPreview={onPreview} />}
      </>
    )
  }
  if (step.kind === 'preview' && columns && !isSameChoice(columns.chosen, fieldsOf(columns.mapping))) {
    return (
      <>
        {again}
        <PreviewButton {...columns} choice={step.choice} onPreview={onPreview} />
      </>
    )
  }
  const { rows_failed } = step.report
  const written = countWritten(step.report)
  return (
    <>
      {rows_failed > 0 && <FailedRowsButton report={step.report} fileName={failedFileName} />}
      {step.kind === 'preview' ? (
        <>
          {again}
          <Button
            ref={mainButton}
            variant="primary"
            aria-disabled={written === 0}
            onClick={() => written > 0 && onImport(step.choice)}
          >
            {written === 0 ? 'Ingenting å importere' : `Importer ${rowsText(written)}`}
          </Button>
        </>
      ) : (
        <>
          {written > 0 && <Button onClick={onUndo}>Angre importen …</Button>}
          <Button ref={mainButton} variant="primary" onClick={onClose}>
            Lukk
          </Button>
        </>
      )}
    </>
  )
}
