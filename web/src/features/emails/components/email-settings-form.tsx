import { zodResolver } from '@hookform/resolvers/zod'
import { emailSettingsUpdateSchema } from '@kontor/contract/emails/emails.schema'
import { useForm } from 'react-hook-form'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/form-fields.tsx'
import { toast, toastFailure } from '../../../ui/toast-store.ts'
import { UnsavedGuard } from '../../../ui/unsaved-guard.tsx'
import { useExclusive } from '../../../ui/use-exclusive.ts'
import { useSaving } from '../../../ui/use-saving.tsx'
import { conflictingSettings, type EmailSettings, useSaveSettings } from '../emails.api.ts'
import { TestEmailForm } from './test-email-form.tsx'

const labels = {
  fromName: 'Avsendernavn',
  fromEmail: 'Avsenderadresse',
  contactSubject: 'Emne for kontaktskjema',
  webinarSubject: 'Emne for webinar',
} as const

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
  const [, run] = useExclusive()
  // Not validated on blur: an error that appears then would move the button away from the click that caused the blur.
  const form = useForm({ resolver: zodResolver(emailSettingsUpdateSchema), defaultValues: valuesOf(settings) })
  const { formState, reset } = form
  const { isDirty, isSubmitting } = formState

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
    onFailure: () => toastFailure('Kunne ikke oppdatere e-post innstillinger'),
  })

  const input = { form, required: true, 'data-1p-ignore': true }
  return (
    <>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void run(submit)
        }}
        className="flex max-w-4xl flex-col gap-4"
      >
        {notices}
        <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
          <TextField {...input} name="fromName" label={labels.fromName} />
          <TextField
            {...input}
            name="fromEmail"
            label={labels.fromEmail}
            hint="E-postserveren må ha lov til å sende fra denne adressen."
            type="email"
          />
          <TextField {...input} name="contactSubject" label={labels.contactSubject} />
          <TextField {...input} name="webinarSubject" label={labels.webinarSubject} />
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
