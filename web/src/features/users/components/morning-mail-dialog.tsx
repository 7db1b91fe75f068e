import { zodResolver } from '@hookform/resolvers/zod'
import { morningMailChangeSchema } from '@kontor/contract/users/users.schema'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError, errorText } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/base/button.tsx'
import { Skeleton } from '../../../ui/base/skeleton.tsx'
import { Notice } from '../../../ui/base/states.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { SaveDialog } from '../../../ui/dialog/save-dialog.tsx'
import { CheckboxField, TextField } from '../../../ui/form/form-fields.tsx'
import { useSaving } from '../../../ui/form/use-saving.tsx'
import { toast } from '../../../ui/toast/toast-store.ts'
import { type MorningMail, morningMailQuery, useChangeMorningMail } from '../users.api.ts'

const title = 'Morgenmail'

/** Turns the user's own mail about due steps on or off. */
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

const labels = { email: 'E-post', enabled: 'Send meg en e-post på hverdager klokka 7', code: 'Kode fra e-posten' }

function MorningMailForm({ stored, onClose }: { stored: MorningMail; onClose: () => void }) {
  const change = useChangeMorningMail()
  /** The address to which a code was mailed; null before a code is sent. */
  const [codeSentTo, setCodeSentTo] = useState<string | null>(null)
  const form = useForm({
    resolver: zodResolver(morningMailChangeSchema),
    defaultValues: { email: stored.email ?? '', enabled: stored.enabled, code: '' },
  })
  const saving = useSaving({
    form,
    labels,
    save: async (choice) => {
      const saved = await change.mutateAsync(choice).catch((error: unknown) => {
        if (choice.code !== undefined || !(error instanceof ApiError) || !error.fields.code) throw error
        return null
      })
      if (!saved) {
        setCodeSentTo(choice.email)
        return false
      }
      const { enabled, email } = saved
      toast({
        title: enabled ? 'Morgenmail er på' : 'Morgenmail er av',
        ...(enabled && email && { description: email }),
      })
      onClose()
    },
  })
  useEffect(() => {
    if (codeSentTo !== null) form.setFocus('code')
  }, [codeSentTo, form])
  return (
    <SaveDialog
      saving={saving}
      title={title}
      description="Dine leads med frist i dag, og de som har forfalt. Ingen e-post når ingenting haster."
      onClose={onClose}
    >
      <CheckboxField field={form.register('enabled')} label={labels.enabled} />
      <TextField form={form} name="email" label={labels.email} type="email" autoComplete="email" />
      {codeSentTo !== null && (
        <TextField
          form={form}
          name="code"
          label={labels.code}
          hint={`Sendt til ${codeSentTo}. Morgenmailen går dit når koden er lagret.`}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      )}
    </SaveDialog>
  )
}
