import type { ImportedOnly, ImportReport } from '@kontor/contract/shared/imports'
import { spreadsheetEndings, spreadsheetHint } from '@kontor/contract/shared/spreadsheet'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { errorText } from '../platform/api-client.ts'
import { formatNumber } from '../platform/format.ts'
import { countWritten, fileProblem, type ImportProgress, rowsText } from '../platform/import-file.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'
import { FileDrop } from './file-drop.tsx'
import { DownloadIcon, FileIcon } from './icons.tsx'
import { downloadFailedRows, ImportReportView, importSummary } from './import-report.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { Select } from './select.tsx'
import { UndoImportDialog } from './undo-import-dialog.tsx'
import { useLeaveWarning } from './use-leave-warning.ts'

export interface ImportRun {
  readonly dryRun: boolean
  readonly only: ImportedOnly
  readonly signal: AbortSignal
  readonly onProgress: (progress: ImportProgress) => void
}

interface ImportDialogProps {
  readonly title: string
  /** Explains the expected columns and what happens to rows that already exist. */
  readonly help: ReactNode
  readonly run: (file: File, options: ImportRun) => Promise<ImportReport>
  /** Called after the import; the report stays on the screen. */
  readonly onImported: (report: ImportReport) => void
  /** Called when the dry run or the import fails; the dialog shows the error, too. */
  readonly onFailed: (error: unknown) => void
  /** Name of the file that lists the failed rows. */
  readonly failedFileName: string
  readonly onClose: () => void
}

type Step =
  | { readonly kind: 'choose'; readonly problem: string | null }
  | { readonly kind: 'reading'; readonly file: File; readonly progress: ImportProgress | null }
  | { readonly kind: 'importing'; readonly file: File; readonly progress: ImportProgress | null }
  | { readonly kind: 'preview'; readonly file: File; readonly only: ImportedOnly; readonly report: ImportReport }
  | { readonly kind: 'done'; readonly file: File; readonly report: ImportReport }

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

/** Imports a spreadsheet: choose or drop a file, preview the result, import, see the report. */
export function ImportDialog(props: ImportDialogProps) {
  const { title, help, run, onImported, onFailed, failedFileName, onClose } = props
  const [step, setStep] = useState<Step>({ kind: 'choose', problem: null })
  const [undoing, setUndoing] = useState(false)
  const running = useRef<{ readonly kind: 'reading' | 'importing'; readonly controller: AbortController } | null>(null)
  useLeaveWarning(step.kind === 'importing')
  useEffect(
    () => () => {
      // Only the dry run: a running import continues after the user leaves the screen.
      if (running.current?.kind === 'reading') running.current.controller.abort()
    },
    [],
  )

  const runImport = async (
    kind: 'reading' | 'importing',
    file: File,
    only: ImportedOnly,
  ): Promise<ImportReport | null> => {
    // Set synchronously, so that the second click of a double click is ignored.
    if (running.current) return null
    const controller = new AbortController()
    running.current = { kind, controller }
    setStep({ kind, file, progress: null })
    try {
      return await run(file, {
        dryRun: kind === 'reading',
        only,
        signal: controller.signal,
        onProgress: (progress) => !controller.signal.aborted && setStep({ kind, file, progress }),
      })
    } catch (error) {
      if (controller.signal.aborted) return null
      setStep({ kind: 'choose', problem: errorText(error) })
      onFailed(error)
      return null
    } finally {
      if (running.current?.controller === controller) running.current = null
    }
  }

  const preview = async (file: File, only: ImportedOnly) => {
    const report = await runImport('reading', file, only)
    if (report) setStep({ kind: 'preview', file, only, report })
  }

  const choose = (file: File): void => {
    const problem = fileProblem(file)
    if (problem) setStep({ kind: 'choose', problem })
    else void preview(file, undefined)
  }

  const doImport = async (file: File, only: ImportedOnly) => {
    const report = await runImport('importing', file, only)
    if (!report) return
    setStep({ kind: 'done', file, report })
    onImported(report)
  }

  const chooseAgain = () => {
    running.current?.controller.abort()
    running.current = null
    setStep({ kind: 'choose', problem: null })
  }

  // Not during an import: only its report lists the rows that failed.
  const close = () => step.kind !== 'importing' && onClose()

  const footer = (
    <Footer
      step={step}
      failedFileName={failedFileName}
      onChooseAgain={chooseAgain}
      onImport={(file, only) => void doImport(file, only)}
      onUndo={() => setUndoing(true)}
      onClose={onClose}
    />
  )
  const importId = step.kind === 'done' ? step.report.importId : undefined
  if (undoing && importId !== undefined) {
    return <UndoImportDialog importId={importId} onDone={onClose} onCancel={() => setUndoing(false)} />
  }

  return (
    <Dialog title={title} width="wide" onClose={close} footer={footer}>
      {step.kind !== 'choose' && (
        <p className="mb-3 flex items-center gap-2 font-medium text-sm">
          <FileIcon className="size-4 shrink-0 text-soft" />
          <span className="truncate">{step.file.name}</span>
        </p>
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
            onFile={choose}
          />
          <div className="mt-4 text-[0.8125rem] text-soft leading-relaxed">{help}</div>
        </>
      )}
      {(step.kind === 'reading' || step.kind === 'importing') && (
        <Progress label={statusOf(step)} progress={step.progress} />
      )}
      {step.kind === 'preview' && (
        <Field label="Importer" className="mb-4 max-w-60">
          {(control) => (
            <Select
              {...control}
              value={step.only ?? everything}
              onValueChange={(value) => void preview(step.file, chosenOnly(value))}
              options={choices}
            />
          )}
        </Field>
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
  readonly failedFileName: string
  readonly onChooseAgain: () => void
  readonly onImport: (file: File, only: ImportedOnly) => void
  readonly onUndo: () => void
  readonly onClose: () => void
}

function Footer({ step, failedFileName, onChooseAgain, onImport, onUndo, onClose }: FooterProps) {
  if (step.kind === 'choose') return <Button onClick={onClose}>Avbryt</Button>
  if (step.kind === 'reading') return <Button onClick={onChooseAgain}>Avbryt</Button>
  if (step.kind === 'importing') {
    return (
      <Button variant="primary" aria-disabled>
        Importerer …
      </Button>
    )
  }
  const { rows_failed } = step.report
  const written = countWritten(step.report)
  return (
    <>
      {rows_failed > 0 && <FailedRowsButton report={step.report} fileName={failedFileName} />}
      {step.kind === 'preview' ? (
        <>
          <Button onClick={onChooseAgain}>Velg en annen fil</Button>
          <Button
            variant="primary"
            aria-disabled={written === 0}
            onClick={() => written > 0 && onImport(step.file, step.only)}
          >
            {written === 0 ? 'Ingenting å importere' : `Importer ${rowsText(written)}`}
          </Button>
        </>
      ) : (
        <>
          {written > 0 && <Button onClick={onUndo}>Angre importen …</Button>}
          <Button variant="primary" onClick={onClose}>
            Lukk
          </Button>
        </>
      )}
    </>
  )
}
