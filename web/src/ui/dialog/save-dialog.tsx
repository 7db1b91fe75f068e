import type { ReactNode } from 'react'
import type { Saving } from '../form/use-saving.tsx'
import { FormDialog } from './form-dialog.tsx'

interface SaveDialogProps {
  readonly saving: Saving
  readonly title: string
  readonly description?: string
  readonly width?: 'normal' | 'wide' | 'full'
  readonly incomplete?: boolean
  /** True if the form creates a record. */
  readonly creates?: boolean
  readonly submitLabel?: string
  readonly workingLabel?: string
  readonly onClose: () => void
  readonly instead?: ReactNode
  readonly children: ReactNode
}

/** A dialog with the fields of a form that `useSaving` saves. */
export function SaveDialog(props: SaveDialogProps) {
  const { saving, creates = false, children, ...dialog } = props
  const { submitLabel = creates ? 'Opprett' : 'Lagre', workingLabel = creates ? 'Oppretter …' : 'Lagrer …' } = props
  const { dirty, submit, conflict, notices } = saving
  return (
    <FormDialog
      {...dialog}
      dirty={dirty}
      submitLabel={conflict ? 'Lagre likevel' : submitLabel}
      workingLabel={workingLabel}
      onSubmit={submit}
    >
      <div className="flex flex-col gap-4">
        {notices}
        {children}
      </div>
    </FormDialog>
  )
}
