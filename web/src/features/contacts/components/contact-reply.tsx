import { zodResolver } from '@hookform/resolvers/zod'
import { contactLimits, contactSubjects } from '@kontor/contract/contacts/contacts.rules'
import { contactReplySchema } from '@kontor/contract/contacts/contacts.schema'
import { type FormEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorText } from '../../../platform/api-client.ts'
import { showFieldErrors } from '../../../platform/form-errors.ts'
import { randomUuid } from '../../../platform/submission.ts'
import { Button } from '../../../ui/button.tsx'
import { TextareaField, TextField } from '../../../ui/form-fields.tsx'
import { SendIcon } from '../../../ui/icons.tsx'
import { RecordPart } from '../../../ui/record-sheet.tsx'
import { Notice } from '../../../ui/states.tsx'
import { submitFormByKey } from '../../../ui/submit-by-key.ts'
import { toast } from '../../../ui/toast-store.ts'
import { useExclusive } from '../../../ui/use-exclusive.ts'
import { useRecordDraft } from '../../../ui/use-record-draft.ts'
import { type ContactRecord, useReplyToContact } from '../contacts.api.ts'

const topicOf = ({ subject, language }: ContactRecord): string =>
  Object.entries(contactSubjects).find(([key]) => key === subject)?.[1][language] ?? subject

const subjectOf = (contact: ContactRecord): string =>
  `${contact.language === 'en' ? 'Re' : 'Sv'}: ${topicOf(contact)}`.slice(0, contactLimits.subject)

/** A new id per reply, so that a retry sends nothing more. */
const emptyReply = (contact: ContactRecord) => ({ id: randomUuid(), subject: subjectOf(contact), text: '' })

/** Writes a reply to the visitor. */
export function ContactReply({ contact }: { contact: ContactRecord }) {
  const reply = useReplyToContact()
  const form = useForm({ resolver: zodResolver(contactReplySchema), defaultValues: emptyReply(contact) })
  const [working, run] = useExclusive()
  const [problem, setProblem] = useState<string | null>(null)
  useRecordDraft({ dirty: form.formState.isDirty, working })

  const send = form.handleSubmit(async (body) => {
    setProblem(null)
    try {
      form.reset(emptyReply(await reply.mutateAsync({ params: { id: contact.id }, body })))
      toast({ title: 'Svaret sendes', description: `Til ${contact.email}. Historikken viser når det er levert.` })
      form.setFocus('text')
    } catch (error) {
      showFieldErrors(error, ['subject', 'text'], form.setError)
      setProblem(`Svaret ble ikke sendt. ${errorText(error)}`)
    }
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(send)
  }

  return (
    <RecordPart title="Svar">
      <form noValidate onSubmit={submit} onKeyDownCapture={submitFormByKey} className="flex flex-col gap-3">
        <TextField form={form} name="subject" label="Emne" required />
        <TextareaField
          form={form}
          name="text"
          label="Svar"
          rows={5}
          required
          hint={`Sendes til ${contact.email}, med henvendelsen som sitat under.`}
        />
        {problem && <Notice>{problem}</Notice>}
        <div>
          <Button type="submit" variant="primary" aria-disabled={working}>
            <SendIcon /> {working ? 'Sender …' : 'Send svar'}
          </Button>
        </div>
      </form>
    </RecordPart>
  )
}
