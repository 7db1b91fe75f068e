import { type ExportFormat, exportFormats } from '@kontor/contract/shared/exports'
import { isRecord } from '@kontor/contract/shared/is-record'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../base/button.tsx'
import { DownloadIcon } from '../base/icons.tsx'
import { Dialog } from '../dialog/dialog.tsx'

/** The user's last export. */
interface ExportChoice {
  readonly scope: string
  readonly format: ExportFormat
}

const storageKey = 'exportChoice'

/** Returns the user's last export; null before the first one, or if storage is blocked. */
const readExportChoice = (): ExportChoice | null => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    if (!isRecord(stored)) return null
    const format = exportFormats.find((one) => one === stored.format)
    return format && typeof stored.scope === 'string' ? { scope: stored.scope, format } : null
  } catch {
    return null
  }
}

const storeExportChoice = (choice: ExportChoice): void => {
  try {
    localStorage.setItem(storageKey, JSON.stringify(choice))
  } catch {
    // Storage is blocked: the next export starts with the defaults.
  }
}

/** The rows and columns of an export. */
export interface ExportScope {
  readonly id: string
  readonly label: string
  readonly hint: string
  readonly addressOf: (format: ExportFormat) => string
  /** True to preselect this scope, whatever was exported last. The scope isn't remembered then. */
  readonly preset?: true
}

interface ExportDialogProps {
  readonly title: string
  /** At least one scope. */
  readonly scopes: readonly [ExportScope, ...ExportScope[]]
  readonly onClose: () => void
}

const formats: readonly { readonly id: ExportFormat; readonly label: string; readonly hint: string }[] = [
  { id: 'xlsx', label: 'Excel (.xlsx)', hint: 'Beholder nuller foran tall, som i 0150.' },
  { id: 'csv', label: 'CSV (.csv)', hint: 'For andre programmer. Semikolon mellom feltene og desimalkomma.' },
]

interface OptionProps {
  readonly name: string
  readonly label: string
  readonly hint: string
  readonly checked: boolean
  readonly onChoose: () => void
}

function Option({ name, label, hint, checked, onChoose }: OptionProps) {
  return (
    <label className="flex cursor-pointer gap-3 rounded-md border border-border/50 px-3 py-2.5 text-sm has-checked:border-fjord has-checked:bg-fjord-tint">
      <input
        type="radio"
        name={name}
        checked={checked}
        onChange={onChoose}
        className="mt-0.5 size-4 shrink-0 cursor-pointer accent-fjord"
      />
      <span className="min-w-0">
        <span className="block font-medium">{label}</span>
        <span className="block text-[0.8125rem] text-soft">{hint}</span>
      </span>
    </label>
  )
}

function Choices({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="mb-5 last:mb-0">
      <legend className="mb-1.5 font-medium text-[0.8125rem]">{legend}</legend>
      <div className="flex flex-col gap-2">{children}</div>
    </fieldset>
  )
}

/** Lets the user choose the rows and format of an export. Preselects the last export and focuses the button, so that Enter repeats it. */
export function ExportDialog({ title, scopes, onClose }: ExportDialogProps) {
  const [last] = useState(readExportChoice)
  const [scopeId, setScopeId] = useState((scopes.find(({ preset }) => preset) ?? { id: last?.scope }).id)
  const [format, setFormat] = useState(last?.format ?? 'xlsx')
  const link = useRef<HTMLAnchorElement>(null)
  const scope = scopes.find(({ id }) => id === scopeId) ?? scopes[0]

  const remember = () => {
    storeExportChoice({ scope: scope.preset || scopes.length === 1 ? (last?.scope ?? '') : scope.id, format })
    onClose()
  }

  const footer = (
    <>
      <Button onClick={onClose}>Avbryt</Button>
      <Button asChild variant="primary">
        <a ref={link} href={scope.addressOf(format)} target="_blank" rel="noopener" onClick={remember}>
          <DownloadIcon /> Eksporter
        </a>
      </Button>
    </>
  )
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={footer}
      onOpenAutoFocus={(event) => {
        event.preventDefault()
        link.current?.focus()
      }}
    >
      <form
        data-fleeting
        onSubmit={(event) => {
          event.preventDefault()
          link.current?.click()
        }}
      >
        {scopes.length > 1 && (
          <Choices legend="Hva">
            {scopes.map(({ id, label, hint }) => (
              <Option
                key={id}
                name="export-scope"
                label={label}
                hint={hint}
                checked={id === scope.id}
                onChoose={() => setScopeId(id)}
              />
            ))}
          </Choices>
        )}
        <Choices legend="Filtype">
          {formats.map(({ id, label, hint }) => (
            <Option
              key={id}
              name="export-format"
              label={label}
              hint={hint}
              checked={id === format}
              onChoose={() => setFormat(id)}
            />
          ))}
        </Choices>
        <button type="submit" hidden>
          Eksporter
        </button>
      </form>
    </Dialog>
  )
}
