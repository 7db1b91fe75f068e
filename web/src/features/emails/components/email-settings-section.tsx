import { zodResolver } from '@hookform/resolvers/zod'
import { emailSettingsUpdateSchema, testEmailSchema } from '@kontor/contract/emails/emails.schema'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ApiError, errorText } from '../../../platform/api-client.ts'
import { showFieldErrors } from '../../../platform/form-errors.ts'
import { Button } from '../../../ui/base/button.tsx'
import { CheckIcon, FileIcon, MailIcon, Spinner } from '../../../ui/base/icons.tsx'
import { QueryState } from '../../../ui/base/query-state.tsx'
import { SkeletonFields } from '../../../ui/base/skeleton.tsx'
import { Notice } from '../../../ui/base/states.tsx'
import { useExclusive } from '../../../ui/base/use-exclusive.ts'
import { Field, Input } from '../../../ui/form/field.tsx'
import { TextField } from '../../../ui/form/form-fields.tsx'
import { SaveForm } from '../../../ui/form/save-form.tsx'
import { useSaving } from '../../../ui/form/use-saving.tsx'
import { useUnsaved } from '../../../ui/form/use-unsaved.ts'
import { toast } from '../../../ui/toast/toast-store.ts'
import {
  conflictingSettings,
  type EmailSettings,
  emailSettingsQuery,
  type TestEmailResult,
  useSaveSettings,
  useSendTestEmail,
} from '../emails.api.ts'

type SettingsForm = UseFormReturn<
  z.input<typeof emailSettingsUpdateSchema>,
  unknown,
  z.output<typeof emailSettingsUpdateSchema>
>

function Outcome({ to, result }: { to: string; result: TestEmailResult }) {
  const sent = result.delivery === 'sent'
  return (
    <p
      role="status"
      className="flex max-w-2xl items-start gap-2.5 rounded-md border border-success/50 px-3 py-2.5 text-sm [overflow-wrap:anywhere]"
    >
      <span className="mt-0.5 text-success">{sent ? <CheckIcon /> : <FileIcon />}</span>
      <span>
        {sent
          ? `E-postserveren tok imot testmeldingen til ${to}.`
          : `Ingen e-postserver er satt opp. Testmeldingen til ${to} ble lagret som en fil (${result.id}.eml i mappen outbox), ikke sendt.`}
        {result.answer && <span className="block text-soft">Svaret var: {result.answer}</span>}
      </span>
    </p>
  )
}

function TestEmailForm({ settingsForm, unsaved }: { settingsForm: SettingsForm; unsaved: boolean }) {
  const send = useSendTestEmail()
  const [to, setTo] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [sentTo, setSentTo] = useState('')
  const [working, run] = useExclusive()
  useUnsaved({ dirty: to !== sentTo, working, discard: () => setTo(sentTo) })
  const address = useRef<HTMLInputElement>(null)

  const validate = async (): Promise<string | null> => {
    const recipient = testEmailSchema.shape.to.safeParse(to)
    setProblem(recipient.success ? null : (recipient.error.issues[0]?.message ?? 'Ugyldig e-postadresse'))
    if (!(await settingsForm.trigger(undefined, { shouldFocus: true }))) return null
    if (recipient.success) return recipient.data
    address.current?.focus()
    return null
  }

  const sendTest = async () => {
    send.reset()
    const recipient = await validate()
    if (recipient === null) return
    const { fromName, fromEmail, contactSubject, webinarSubject } = settingsForm.getValues()
    setSentTo(recipient)
    try {
      await send.mutateAsync({ to: recipient, fromName, fromEmail, contactSubject, webinarSubject })
    } catch (error) {
      if (error instanceof ApiError) setProblem(error.fields.to ?? null)
      showFieldErrors(error, ['fromName', 'fromEmail', 'contactSubject', 'webinarSubject'], settingsForm.setError)
    }
  }

  return (
    <form
      noValidate
      aria-label="Testmelding"
      onSubmit={(event) => {
        event.preventDefault()
        void run(sendTest)
      }}
      className="mt-6 flex flex-col gap-3 border-rule border-t pt-5"
    >
      <div className="flex flex-wrap items-start gap-2.5">
        <Field
          label="Send testmelding til"
          error={problem ?? undefined}
          className="min-w-[min(14rem,100%)] flex-1 sm:max-w-80"
        >
          {(props) => (
            <Input
              {...props}
              ref={address}
              type="email"
              autoComplete="email"
              placeholder="navn@bedrift.example"
              value={to}
              onChange={(event) => setTo(event.target.value)}
            />
          )}
        </Field>
        <Button
          type="submit"
          className="sm:mt-6.5"
          working={send.isPending}
          workingLabel={
            <>
              <Spinner /> Sender …
            </>
          }
        >
          <MailIcon /> Send testmelding
        </Button>
      </div>
      <p className="text-[0.8125rem] text-soft">
        {unsaved
          ? 'Meldingen sendes med det som står i feltene nå, også om det ikke er lagret.'
          : 'Viser om avsenderen virker, og hva e-postserveren svarer.'}
      </p>
      {send.data && <Outcome to={sentTo} result={send.data} />}
      {send.error && <Notice>{errorText(send.error)}</Notice>}
    </form>
  )
}

interface AddressCodeFormProps {
  readonly address: string
  readonly onConfirmed: (saved: EmailSettings) => void
}

/** A field for the code that was mailed to a changed sender's address. */
function AddressCodeForm({ address, onConfirmed }: AddressCodeFormProps) {
  const save = useSaveSettings()
  const [code, setCode] = useState('')
  const [, run] = useExclusive()
  useUnsaved({ dirty: code !== '', working: save.isPending, discard: () => setCode('') })
  const input = useRef<HTMLInputElement>(null)
  const problem = save.error instanceof ApiError ? save.error.fields.code : undefined

  const confirm = async () => {
    if (code.trim() === '') return input.current?.focus()
    try {
      onConfirmed(await save.mutateAsync({ code }))
      toast({ title: 'Avsenderadressen er bekreftet', description: address })
    } catch {
      // The error is shown below.
      input.current?.focus()
    }
  }
  const sendAgain = async () => {
    try {
      await save.mutateAsync({ fromEmail: address })
      toast({ title: 'Koden er sendt på nytt', description: address })
    } catch {
      // The error is shown below.
    }
  }

  return (
    <form
      noValidate
      aria-label="Bekreft avsenderadressen"
      onSubmit={(event) => {
        event.preventDefault()
        void run(confirm)
      }}
      className="mt-6 flex flex-col gap-3 border-rule border-t pt-5"
    >
      <p className="max-w-prose text-sm leading-relaxed [overflow-wrap:anywhere]">
        Avsenderadressen er endret, men ikke bekreftet. Vi har sendt en kode til {address}; kontorets varsler går ikke
        dit før den er skrevet inn her.
      </p>
      <div className="flex flex-wrap items-start gap-2.5">
        <Field label="Kode fra e-posten" error={problem} className="max-sm:basis-full">
          {(props) => (
            <Input
              {...props}
              ref={input}
              inputMode="numeric"
              autoComplete="one-time-code"
              className="max-w-40 tabular-nums"
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" className="sm:mt-6.5" aria-disabled={save.isPending}>
          Bekreft
        </Button>
        <Button className="sm:mt-6.5" aria-disabled={save.isPending} onClick={() => void run(sendAgain)}>
          Send koden på nytt
        </Button>
      </div>
      {save.error && !problem && <Notice>{errorText(save.error)}</Notice>}
    </form>
  )
}

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

function EmailSettingsForm({ settings }: { settings: EmailSettings }) {
  const save = useSaveSettings()
  // Doesn't validate on blur: an error that appears then would move the button away from the click that caused the blur.
  const form = useForm({ resolver: zodResolver(emailSettingsUpdateSchema), defaultValues: valuesOf(settings) })
  const saving = useSaving({
    form,
    labels,
    valuesOf,
    stored: settings,
    conflictIn: conflictingSettings,
    save: async (changes) => {
      const saved = await save.mutateAsync(changes)
      toast({ title: 'Suksess', description: 'E-postinnstillingene er oppdatert.' })
      return saved
    },
    failed: 'Kunne ikke oppdatere e-post innstillinger',
  })

  const input = { form, required: true, 'data-1p-ignore': true }
  return (
    <>
      <SaveForm saving={saving} submitLabel="Lagre" className="flex flex-col gap-4">
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
          <TextField
            {...input}
            name="webinarSubject"
            label={labels.webinarSubject}
            hint="Tagger virker også her: «Du er påmeldt: {webinarName}»."
          />
        </div>
      </SaveForm>
      {settings.noticesTo !== null && (
        <AddressCodeForm
          key={settings.fromEmail}
          address={settings.fromEmail}
          onConfirmed={({ version }) => {
            form.resetField('version', { defaultValue: version })
            form.setFocus('fromEmail')
          }}
        />
      )}
      <TestEmailForm settingsForm={form} unsaved={saving.dirty} />
    </>
  )
}

export function EmailSettingsSection() {
  const { data, error, isFetching, isFetchedAfterMount, refetch } = useQuery(emailSettingsQuery)
  // Waits for the fetch on mount, so that the form opens with the stored values. Later changes by others don't replace the input.
  const query = { data: isFetchedAfterMount ? data : undefined, error: isFetching ? null : error, refetch }
  return (
    <section aria-labelledby="email-settings">
      <h2 id="email-settings" className="font-semibold text-lg tracking-tight sm:text-xl">
        E-postinnstillinger
      </h2>
      <p className="mt-1 mb-5 max-w-prose text-soft text-sm">
        Avsender for all e-post, og emnet på bekreftelsene når ingen mal er i bruk.
      </p>
      <QueryState
        query={query}
        loading="Henter innstillingene …"
        skeleton={<SkeletonFields count={4} />}
        failed="Kunne ikke hente innstillingene"
      >
        {(settings) => <EmailSettingsForm settings={settings} />}
      </QueryState>
    </section>
  )
}
