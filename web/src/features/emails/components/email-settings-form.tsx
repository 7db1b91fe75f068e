import { zodResolver } from '@hookform/resolvers/zod'
import { emailSettingsUpdateSchema } from '@kontor/contract/emails/emails.schema'
import { type FormEvent, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { UnsavedGuard } from '../../../ui/unsaved-guard.tsx'
import { useSaving } from '../../../ui/use-saving.tsx'
import { conflictingSettings, type EmailSettings, useSaveSettings } from '../emails.api.ts'
import { TestEmailForm } from './test-email-form.tsx'

const labels = {
  fromName: 'Avsendernavn',
  fromEmail: 'Avsenderadresse',
  contactSubject: 'Emne for kontaktskjema',
  webinarSubject: 'Emne for webinar',
} as const

type SettingsField = keyof typeof labels

const valuesOf = ({ fromName, fromEmail, contactSubject, webinarSubject, version }: EmailSettings) => ({
  fromName,
  fromEmail,
  contactSubject,
  webinarSubject,
  version,
})

/** The settings, with a test mail that works before they are saved. */
export function EmailSettingsForm({ settings }: { settings: EmailSettings }) {
  const save = useSaveSettings()
  const locked = useRef(false)
  // Not validated on blur: an error that appears then would move the button away from the click that caused the blur.
  const form = useForm({ resolver: zodResolver(emailSettingsUpdateSchema), defaultValues: valuesOf(settings) })
  const { register, formState, reset } = form
  const { errors, isDirty, isSubmitting } = formState

  const { submit, conflict, notices } = useSaving({
    form,
    labels,
    valuesOf,
    conflictIn: conflictingSettings,
    save: async (changes) => {
      const saved = await save.mutateAsync(changes)
      reset(valuesOf(saved))
      toast({ title: 'Suksess', description: 'E-post innstillinger er oppdatert.' })
    },
    onFailure: () =>
      toast({ title: 'Feil', description: 'Kunne ikke oppdatere e-post innstillinger', variant: 'destructive' }),
  })

  const submitOnce = async (event: FormEvent) => {
    event.preventDefault()
    if (locked.current) return
    locked.current = true
    await submit()
    locked.current = false
  }

  const input = (field: SettingsField, hint?: string) => (
    <Field label={labels[field]} required error={errors[field]?.message} {...(hint && { hint })}>
      {(props) => (
        <Input
          {...props}
          {...register(field)}
          type={field === 'fromEmail' ? 'email' : 'text'}
          autoComplete="off"
          data-1p-ignore
        />
      )}
    </Field>
  )

  return (
    <>
      <form noValidate onSubmit={(event) => void submitOnce(event)} className="flex max-w-4xl flex-col gap-4">
        {notices}
        <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
          {input('fromName')}
          {input('fromEmail', 'E-postserveren må ha lov til å sende fra denne adressen.')}
          {input('contactSubject')}
          {input('webinarSubject')}
        </div>
        <div className="flex flex-wrap items-center gap-2.5">
          <Button type="submit" variant="primary" aria-disabled={isSubmitting}>
            {isSubmitting ? 'Lagrer …' : conflict ? 'Lagre likevel' : 'Lagre'}
          </Button>
          {isDirty && !isSubmitting && (
            <>
              <Button variant="quiet" onClick={() => reset()}>
                Angre endringene
              </Button>
              <span className="text-[0.8125rem] text-soft">Ikke lagret</span>
            </>
          )}
        </div>
      </form>
      <TestEmailForm settingsForm={form} unsaved={isDirty} />
      <UnsavedGuard dirty={isDirty} working={isSubmitting} />
    </>
  )
}
