import { zodResolver } from '@hookform/resolvers/zod'
import { type PasswordChange, passwordChangeSchema } from '@kontor/contract/session/session.schema'
import { passwordHint } from '@kontor/contract/shared/passwords'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { SaveDialog } from '../../../ui/dialog/save-dialog.tsx'
import { TextField } from '../../../ui/form/form-fields.tsx'
import { useSaving } from '../../../ui/form/use-saving.tsx'
import { toast } from '../../../ui/toast/toast-store.ts'

const labels = { currentPassword: 'Passordet du har nå', newPassword: 'Nytt passord' }

interface PasswordDialogProps {
  /** The user's name, for password managers. */
  readonly username: string
  readonly onChange: (change: PasswordChange) => Promise<unknown>
  readonly onClose: () => void
}

export function PasswordDialog({ username, onChange, onClose }: PasswordDialogProps) {
  const [isVisible, setVisible] = useState(false)
  const form = useForm({
    resolver: zodResolver(passwordChangeSchema),
    defaultValues: { currentPassword: '', newPassword: '' },
  })
  const input = { form, type: isVisible ? 'text' : 'password', autoCapitalize: 'none', spellCheck: false } as const
  const saving = useSaving({
    form,
    labels,
    save: async (change) => {
      await onChange(change)
      toast({ title: 'Passordet er byttet', description: 'Du er logget ut alle andre steder.' })
      onClose()
    },
    failed: 'Kunne ikke bytte passord',
  })

  return (
    <SaveDialog
      saving={saving}
      title="Bytt passord"
      description="Du blir logget ut alle andre steder."
      submitLabel="Bytt passord"
      workingLabel="Bytter …"
      onClose={onClose}
    >
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <TextField
        {...input}
        name="currentPassword"
        label={labels.currentPassword}
        required
        autoComplete="current-password"
      />
      <TextField
        {...input}
        name="newPassword"
        label={labels.newPassword}
        hint={passwordHint}
        required
        autoComplete="new-password"
      />
      <label className="flex cursor-pointer items-center gap-2 self-start py-1 text-sm">
        <input
          data-fleeting
          type="checkbox"
          className="size-4 cursor-pointer accent-fjord"
          checked={isVisible}
          onChange={(event) => setVisible(event.target.checked)}
        />
        Vis passordene
      </label>
    </SaveDialog>
  )
}
