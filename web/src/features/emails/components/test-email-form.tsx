import { type emailSettingsUpdateSchema, testEmailSchema } from '@kontor/contract/emails/emails.schema'
import { useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { ApiError, errorText } from '../../../platform/api-client.ts'
import { showFieldErrors } from '../../../platform/form-errors.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { CheckIcon, FileIcon, MailIcon, Spinner } from '../../../ui/icons.tsx'
import { Notice } from '../../../ui/states.tsx'
import { useExclusive } from '../../../ui/use-exclusive.ts'
import { type TestEmailResult, useSendTestEmail } from '../emails.api.ts'

type SettingsForm = UseFormReturn<
  z.input<typeof emailSettingsUpdateSchema>,
  unknown,
  z.output<typeof emailSettingsUpdateSchema>
>

/** The test's result, shown until the next test. */
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

/** Sends a test mail with the settings as typed, saved or not. */
export function TestEmailForm({ settingsForm, unsaved }: { settingsForm: SettingsForm; unsaved: boolean }) {
  const send = useSendTestEmail()
  const [to, setTo] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [sentTo, setSentTo] = useState('')
  const [, run] = useExclusive()
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
      className="mt-6 flex max-w-4xl flex-col gap-3 border-rule border-t pt-5"
    >
      <div className="flex flex-wrap items-start gap-2.5">
        <Field label="Send testmelding til" error={problem ?? undefined} className="min-w-56 flex-1 sm:max-w-80">
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
        <Button type="submit" className="sm:mt-6.5" aria-disabled={send.isPending}>
          {send.isPending ? <Spinner /> : <MailIcon />} {send.isPending ? 'Sender …' : 'Send testmelding'}
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
