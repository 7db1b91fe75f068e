import { type ReactNode, useRef } from 'react'
import { Button } from '../base/button.tsx'
import { cx } from '../base/cx.ts'
import { useExclusive } from '../base/use-exclusive.ts'
import { submitFormByKey } from './submit-by-key.ts'
import type { Saving } from './use-saving.tsx'
import { useUnsaved } from './use-unsaved.ts'

interface SaveFormProps {
  readonly saving: Saving
  readonly submitLabel: ReactNode
  readonly workingLabel?: string
  /** Shown next to the button when there are changes. */
  readonly unsavedLabel?: string
  /** Shown above the fields, with the buttons next to it. Without it, the buttons are below the fields. */
  readonly head?: ReactNode
  readonly className: string
  readonly children: ReactNode
}

/** A form outside a dialog that `useSaving` saves. Asks before unsaved changes are lost. The user can type while it saves. */
export function SaveForm(props: SaveFormProps) {
  const {
    saving,
    submitLabel,
    workingLabel = 'Lagrer …',
    unsavedLabel = 'Ikke lagret',
    head,
    className,
    children,
  } = props
  const form = useRef<HTMLFormElement>(null)
  const [working, run] = useExclusive()
  useUnsaved({ dirty: saving.dirty, working, discard: saving.revert })
  const buttons = (
    <div className={cx('flex flex-wrap items-center gap-2.5', head !== undefined && 'ml-auto flex-row-reverse')}>
      <Button type="submit" variant="primary" working={working} workingLabel={workingLabel}>
        {saving.conflict ? 'Lagre likevel' : submitLabel}
      </Button>
      {saving.dirty && !working && (
        <>
          <Button variant="quiet" onClick={saving.revert}>
            Angre endringene
          </Button>
          <span className="text-[0.8125rem] text-soft">{unsavedLabel}</span>
        </>
      )}
    </div>
  )
  return (
    <form
      ref={form}
      noValidate
      onKeyDownCapture={submitFormByKey}
      onSubmit={(event) => {
        event.preventDefault()
        void run(() => saving.submit(() => form.current?.requestSubmit()))
      }}
      className={className}
    >
      {head && (
        <div className="flex flex-wrap items-center gap-2.5">
          {head}
          {buttons}
        </div>
      )}
      {saving.notices}
      {children}
      {!head && buttons}
    </form>
  )
}
