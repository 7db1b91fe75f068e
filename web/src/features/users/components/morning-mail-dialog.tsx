import { zodResolver } from '@hookform/resolvers/zod'
import { morningMailSchema } from '@kontor/contract/users/users.schema'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { errorText } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { CheckboxField, TextField } from '../../../ui/form-fields.tsx'
import { SaveDialog } from '../../../ui/save-dialog.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Notice } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { useSaving } from '../../../ui/use-saving.tsx'
import { type MorningMail, morningMailQuery, useChangeMorningMail } from '../users.api.ts'

const title = 'Morgenmail'

/** Turns the user's own mail about what is due on or off. */
export function MorningMailDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(morningMailQuery)
  if (data) return <MorningMailForm stored={data} onClose={onClose} />
  return (
    <Dialog title={title} onClose={onClose}>
      {error ? (
        <Notice>
          Kunne ikke hente valget. {errorText(error)}{' '}
          <Button size="small" onClick={() => void refetch()}>
            Prøv igjen
          </Button>
        </Notice>
      ) : (
        <Skeleton className="h-20" />
      )}
    </Dialog>
  )
}

const labels = { email: 'E-post', enabled: 'Send meg en e-post på hverdager klokka 7' }

function MorningMailForm({ stored, onClose }: { stored: MorningMail; onClose: () => void }) {
  const change = useChangeMorningMail()
  const form = useForm({
    resolver: zodResolver(morningMailSchema),
    defaultValues: { email: stored.email ?? '', enabled: stored.enabled },
  })
  const saving = useSaving({
    form,
    labels,
    save: async (choice) => {
      const { enabled, email } = await change.mutateAsync(choice)
      toast({
        title: enabled ? 'Morgenmail er på' : 'Morgenmail er av',
        ...(enabled && email && { description: email }),
      })
      onClose()
    },
  })
  return (
    <SaveDialog
      saving={saving}
      title={title}
      description="Dine leads med frist i dag, og de som har forfalt. Ingen e-post når ingenting haster."
      onClose={onClose}
    >
      <CheckboxField field={form.register('enabled')} label={labels.enabled} />
      <TextField form={form} name="email" label={labels.email} type="email" autoComplete="email" />
    </SaveDialog>
  )
}
