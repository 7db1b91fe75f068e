import { zodResolver } from '@hookform/resolvers/zod'
import { contactLimits, contactSubjects } from '@kontor/contract/contacts/contacts.rules'
import { contactReplySchema } from '@kontor/contract/contacts/contacts.schema'
import { useForm } from 'react-hook-form'
import { randomUuid } from '../../../platform/submission.ts'
import { SendIcon } from '../../../ui/base/icons.tsx'
import { TextareaField, TextField } from '../../../ui/form/form-fields.tsx'
import { SaveForm } from '../../../ui/form/save-form.tsx'
import { useSaving } from '../../../ui/form/use-saving.tsx'
import { RecordPart } from '../../../ui/record/record-sheet.tsx'
import { toast } from '../../../ui/toast/toast-store.ts'
import { type ContactRecord, useReplyToContact } from '../contacts.api.ts'

const topicOf = ({ subject, language }: ContactRecord): string =>
  Object.entries(contactSubjects).find(([key]) => key === subject)?.[1][language] ?? subject

const subjectOf = (contact: ContactRecord): string =>
  `${contact.language === 'en' ? 'Re' : 'Sv'}: ${topicOf(contact)}`.slice(0, contactLimits.subject)

/** Returns an empty reply. Each reply has a new id, so that the server recognises a retry and doesn't send a second mail. */
const emptyReply = (contact: ContactRecord) => ({ id: randomUuid(), subject: subjectOf(contact), text: '' })

/** Writes a reply to the visitor. */
export function ContactReply({ contact }: { contact: ContactRecord }) {
  const reply = useReplyToContact()
  const form = useForm({ resolver: zodResolver(contactReplySchema), defaultValues: emptyReply(contact) })
  const saving = useSaving({
    form,
    labels: { subject: 'Emne', text: 'Svar' },
    valuesOf: emptyReply,
    save: async (body) => {
      const answered = await reply.mutateAsync({ params: { id: contact.id }, body })
      toast({ title: 'Svaret sendes', description: `Til ${contact.email}. Historikken viser når det er levert.` })
      form.setFocus('text')
      return answered
    },
    failed: 'Svaret ble ikke sendt',
  })
  return (
    <RecordPart title="Svar">
      <SaveForm
        saving={saving}
        submitLabel={
          <>
            <SendIcon /> Send svar
          </>
        }
        workingLabel="Sender …"
        className="flex flex-col gap-3"
      >
        <TextField form={form} name="subject" label="Emne" required />
        <TextareaField
          form={form}
          name="text"
          label="Svar"
          rows={5}
          required
          hint={`Sendes til ${contact.email}, med henvendelsen som sitat under.`}
        />
      </SaveForm>
    </RecordPart>
  )
}
