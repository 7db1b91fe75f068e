import { zodResolver } from '@hookform/resolvers/zod'
import { contactSubjectLabel, contactSubjects } from '@kontor/contract/contacts/contacts.rules'
import { contactUpdateSchema } from '@kontor/contract/contacts/contacts.schema'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { errorText } from '../../../platform/api-client.ts'
import { showFieldErrors } from '../../../platform/form-errors.ts'
import { ConflictNotice } from '../../../ui/conflict-notice.tsx'
import { Field, Input, Textarea } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Select } from '../../../ui/select.tsx'
import { Notice } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { type Contact, conflictingContact, useUpdateContact } from '../contacts.api.ts'

const labels = { name: 'Navn', email: 'E-post', company: 'Bedrift', subject: 'Emne', message: 'Melding' } as const

type EditableField = keyof typeof labels

const fields = Object.keys(labels) as EditableField[]

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

/** The form's subjects, and the stored one where it is another. */
const subjectOptions = (stored: string) =>
  [...new Set([...Object.keys(contactSubjects), stored])].map((value) => ({ value, label: contactSubjectLabel(value) }))

export function ContactEditDialog({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const update = useUpdateContact()
  const [problem, setProblem] = useState<string | null>(null)
  const [conflict, setConflict] = useState<Contact | null>(null)
  const form = useForm({ resolver: zodResolver(contactUpdateSchema), defaultValues: valuesOf(contact) })
  const { control, register, formState, setValue, setError } = form
  const { errors, isDirty } = formState

  const fail = (error: unknown) => {
    const current = conflictingContact(error)
    setConflict(current)
    setProblem(current ? null : errorText(error))
    // From here on the change is made on top of what the other has saved, knowingly.
    if (current) setValue('version', current.version)
    showFieldErrors(error, fields, setError)
    toast({ title: 'Feil', description: 'Kunne ikke oppdatere henvendelsen.', variant: 'destructive' })
  }

  const submit = form.handleSubmit(async (changes) => {
    setProblem(null)
    try {
      await update.mutateAsync({ id: contact.id, changes })
      toast({ title: 'Suksess', description: 'Henvendelsen er oppdatert.' })
      onClose()
    } catch (error) {
      fail(error)
    }
  })

  const take = (stored: Contact, taken: readonly EditableField[]) => {
    const values = valuesOf(stored)
    for (const field of taken) setValue(field, values[field], { shouldDirty: true, shouldValidate: true })
  }

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
        {problem && <Notice>{problem}</Notice>}
        {conflict && (
          <ConflictNotice
            labels={labels}
            stored={valuesOf(conflict)}
            control={control}
            textOf={textOf}
            onTake={(taken) => take(conflict, taken)}
          />
        )}
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
