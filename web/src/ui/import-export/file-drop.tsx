import { type DragEvent, type ReactNode, type RefObject, useId, useState } from 'react'
import { cx } from '../base/cx.ts'
import { UploadIcon, WarningIcon } from '../base/icons.tsx'

interface FileDropProps {
  readonly label: string
  readonly hint: ReactNode
  /** The file input's `accept`, e.g. `.xlsx,.xls`. */
  readonly accept: string
  readonly error?: string | null
  readonly inputRef?: RefObject<HTMLInputElement | null>
  /** Called with the file. A `dropped` file may have any extension. */
  readonly onFile: (file: File, how: 'chosen' | 'dropped') => void
}

export function FileDrop({ label, hint, accept, error, inputRef, onFile }: FileDropProps) {
  const id = useId()
  const [isDragOver, setIsDragOver] = useState(false)

  const acceptFirst = (files: FileList | null, how: 'chosen' | 'dropped') => {
    const file = files?.[0]
    if (file) onFile(file, how)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsDragOver(false)
    acceptFirst(event.dataTransfer.files, 'dropped')
  }

  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the file field in it does the same for the keyboard */}
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setIsDragOver(true)
        }}
        onDragLeave={() => setIsDragOver(false)}
        onDrop={drop}
        className={cx(
          'relative flex flex-col items-center gap-2 rounded-md border border-dashed px-5 py-10 text-center has-focus-visible:outline-2 has-focus-visible:outline-focus hover:bg-sunken',
          isDragOver ? 'border-fjord bg-fjord-tint' : 'border-border',
        )}
      >
        <UploadIcon className="size-6 text-soft" />
        <label htmlFor={id} className="font-medium text-sm after:absolute after:inset-0 after:cursor-pointer">
          {label}
        </label>
        <p id={`${id}-hint`} className="text-[0.8125rem] text-soft">
          {hint}
        </p>
        <input
          {...(inputRef && { ref: inputRef })}
          id={id}
          type="file"
          accept={accept}
          aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
          aria-invalid={error ? true : undefined}
          className="sr-only"
          onChange={(event) => {
            acceptFirst(event.target.files, 'chosen')
            // Lets the user choose the same file again after correcting it.
            event.target.value = ''
          }}
        />
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-2 flex items-start gap-1.5 text-[0.8125rem] text-danger">
          <WarningIcon className="mt-0.5 size-3.5 shrink-0" />
          {error}
        </p>
      )}
    </div>
  )
}
