import { zodResolver } from '@hookform/resolvers/zod'
import { contactSubjectLabel, contactSubjects } from '@kontor/contract/contacts/contacts.rules'
import { contactUpdateSchema } from '@kontor/contract/contacts/contacts.schema'
import { Controller, useForm } from 'react-hook-form'
import { Field, Input, Textarea } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Select } from '../../../ui/select.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { useSaving } from '../../../ui/use-saving.tsx'
import { type Contact, conflictingContact, useUpdateContact } from '../contacts.api.ts'

const labels = { name: 'Navn', email: 'E-post', company: 'Bedrift', subject: 'Emne', message: 'Melding' } as const

type EditableField = keyof typeof labels

const textOf = (field: EditableField, value: unknown): string =>
  field === 'subject' ? contactSubjectLabel(String(value)) : String(value ?? '')

const valuesOf = ({ name, email, company, subject, message, version }: Contact) => ({
  name,
  email,
  company: company ?? '',
  subject,
  message,
  version,
})

/** The standard subjects, and the stored one if it differs. */
const subjectOptions = (stored: string) =>
  [...new Set([...Object.keys(contactSubjects), stored])].map((value) => ({ value, label: contactSubjectLabel(value) }))

export function ContactEditDialog({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const update = useUpdateContact()
  const form = useForm({ resolver: zodResolver(contactUpdateSchema), defaultValues: valuesOf(contact) })
  const { control, register, formState } = form
  const { errors, isDirty } = formState
  const { submit, conflict, notices } = useSaving({
    form,
    labels,
    valuesOf,
    textOf,
    conflictIn: conflictingContact,
    save: async (changes) => {
      await update.mutateAsync({ id: contact.id, changes })
      toast({ title: 'Suksess', description: 'Henvendelsen er oppdatert.' })
      onClose()
    },
    onFailure: () =>
      toast({ title: 'Feil', description: 'Kunne ikke oppdatere henvendelsen.', variant: 'destructive' }),
  })

  return (
    <FormDialog
      title="Rediger henvendelse"
      dirty={isDirty}
      submitLabel={conflict ? 'Lagre likevel' : 'Lagre'}
      workingLabel="Lagrer …"
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        {notices}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Navn" required error={errors.name?.message}>
            {(props) => <Input {...props} {...register('name')} autoComplete="off" />}
          </Field>
          <Field label="E-post" required error={errors.email?.message}>
            {(props) => <Input {...props} {...register('email')} type="email" autoComplete="off" />}
          </Field>
          <Field label="Bedrift" error={errors.company?.message}>
            {(props) => <Input {...props} {...register('company')} autoComplete="off" />}
          </Field>
          <Field label="Emne" required error={errors.subject?.message}>
            {(props) => (
              <Controller
                control={control}
                name="subject"
                render={({ field }) => (
                  <Select
                    {...props}
                    value={field.value ?? contact.subject}
                    onValueChange={field.onChange}
                    options={subjectOptions(contact.subject)}
                  />
                )}
              />
            )}
          </Field>
        </div>
        <Field label="Melding" required error={errors.message?.message}>
          {(props) => <Textarea {...props} {...register('message')} rows={8} />}
        </Field>
      </div>
    </FormDialog>
  )
}
