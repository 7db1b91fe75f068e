import { zodResolver } from '@hookform/resolvers/zod'
import {
  type WebinarFormValues,
  webinarCopy,
  webinarDateSchema,
  webinarFormSchema,
} from '@kontor/contract/webinars/webinars.schema'
import { useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { errorText } from '../../../platform/api-client.ts'
import { showFieldErrors } from '../../../platform/form-errors.ts'
import { formatClock, formatDateTime } from '../../../platform/format.ts'
import { nowText, useNow } from '../../../platform/now.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { ConflictNotice } from '../../../ui/conflict-notice.tsx'
import { DateTimeField } from '../../../ui/date-time-field.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Notice } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { conflictingWebinar, useCreateWebinar, useUpdateWebinar, type Webinar } from '../webinars.api.ts'
import { NotifyOffer, recipientsOf, registered } from './notify-offer.tsx'

/** What the form is for; a copy is a new webinar that begins with another one's name and, a week later, its time of day. */
export type WebinarForm =
  | { readonly kind: 'create' }
  | { readonly kind: 'copy'; readonly webinar: Webinar }
  | { readonly kind: 'edit'; readonly webinar: Webinar }

const texts = {
  create: {
    title: 'Nytt webinar',
    submit: 'Opprett',
    done: 'Webinaret er opprettet.',
    failed: 'Kunne ikke opprette webinar',
  },
  copy: {
    title: 'Kopier webinar',
    submit: 'Lag kopi',
    done: 'Webinaret er kopiert.',
    failed: 'Kunne ikke kopiere webinar',
  },
  edit: {
    title: 'Rediger webinar',
    submit: 'Lagre',
    done: 'Webinaret er oppdatert.',
    failed: 'Kunne ikke oppdatere webinar',
  },
} as const

const labels = { name: 'Navn', date: 'Dato', isActive: 'Aktiv' } as const

type EditableField = keyof typeof labels

const fields = Object.keys(labels) as EditableField[]

const valuesOf = ({ name, date, isActive, version }: Webinar) => ({
  name,
  date: formatClock(date),
  isActive,
  version,
})

const valuesFor = (form: WebinarForm): WebinarFormValues => {
  if (form.kind === 'edit') return valuesOf(form.webinar)
  if (form.kind === 'create') return { name: '', date: '', isActive: true }
  const { name, date } = webinarCopy(form.webinar)
  return { name, date: formatClock(date), isActive: form.webinar.isActive }
}

const momentIn = (text: string | undefined): string | null => webinarDateSchema.safeParse(text).data ?? null

const textOf = (field: EditableField, value: unknown): string => {
  if (field === 'isActive') return value === true ? 'Ja' : 'Nei'
  const moment = field === 'date' ? momentIn(String(value)) : null
  return moment === null ? String(value ?? '') : formatDateTime(moment)
}

/** Makes a webinar, anew or as a copy, or changes one; those registered can be told of a new time. */
export function WebinarFormDialog({ form: purpose, onClose }: { form: WebinarForm; onClose: () => void }) {
  const create = useCreateWebinar()
  const update = useUpdateWebinar()
  const [problem, setProblem] = useState<string | null>(null)
  const [conflict, setConflict] = useState<Webinar | null>(null)
  const now = nowText(useNow())
  const edited = purpose.kind === 'edit' ? (conflict ?? purpose.webinar) : null
  // Somebody else may repeat a past webinar by moving it: those who were there are told only if that is wanted.
  const [notify, setNotify] = useState(edited !== null && edited.date >= now)
  const form = useForm({ resolver: zodResolver(webinarFormSchema), defaultValues: valuesFor(purpose) })
  const { control, register, formState, setValue, setError } = form
  const { errors, isDirty, dirtyFields } = formState
  const [name, dateText] = useWatch({ control, name: ['name', 'date'] })
  const text = texts[purpose.kind]

  const moment = momentIn(dateText)
  const past = moment !== null && moment < now
  const moved = edited !== null && moment !== null && formatClock(moment) !== formatClock(edited.date)
  const recipients = edited && moved && !past ? recipientsOf(edited) : 0

  const fail = (error: unknown) => {
    const current = conflictingWebinar(error)
    setConflict(current)
    setProblem(current ? null : errorText(error))
    // From here on the change is made on top of what the other has saved, knowingly.
    if (current) setValue('version', current.version)
    showFieldErrors(error, fields, setError)
    toast({ title: 'Feil', description: text.failed, variant: 'destructive' })
  }

  const submit = form.handleSubmit(async ({ version, ...values }) => {
    setProblem(null)
    try {
      if (purpose.kind === 'edit') {
        const mailing = notify && recipients > 0
        // The form shows no seconds: a time that nobody has touched stays as it is stored.
        const date = dirtyFields.date ? values.date : purpose.webinar.date
        const changes = { ...values, date, version }
        const saved = await update.mutateAsync({ id: purpose.webinar.id, notify: mailing, changes })
        const mails = mailing ? ` Det nye tidspunktet går på e-post til ${registered(recipientsOf(saved))}.` : ''
        toast({ title: 'Suksess', description: `${text.done}${mails}` })
      } else {
        await create.mutateAsync(values)
        toast({ title: 'Suksess', description: text.done })
      }
      onClose()
    } catch (error) {
      fail(error)
    }
  })

  const take = (stored: Webinar, taken: readonly EditableField[]) => {
    const values = valuesOf(stored)
    for (const field of taken) setValue(field, values[field], { shouldDirty: true, shouldValidate: true })
  }

  return (
    <FormDialog
      title={text.title}
      dirty={isDirty}
      incomplete={!name?.trim() || !dateText}
      submitLabel={conflict ? 'Lagre likevel' : text.submit}
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
        <Field label="Navn" required error={errors.name?.message}>
          {(props) => <Input {...props} {...register('name')} autoComplete="off" autoFocus />}
        </Field>
        <Controller
          control={control}
          name="date"
          render={({ field }) => (
            <DateTimeField
              label="Dato"
              clockLabel="Klokkeslett"
              required
              ref={field.ref}
              value={field.value ?? ''}
              onValueChange={field.onChange}
              onBlur={field.onBlur}
              error={errors.date?.message}
            />
          )}
        />
        {past && (
          <p role="status" className="-mt-2 text-[0.8125rem] text-warning">
            Tidspunktet har vært. Webinaret blir merket Utløpt og tar ikke imot påmeldinger.
          </p>
        )}
        <div className="-ml-2.5 flex items-center text-sm">
          <Checkbox id="webinar-active" {...register('isActive')} />
          <label htmlFor="webinar-active" className="cursor-pointer py-2">
            Aktiv: vises på nettsiden og tar imot påmeldinger
          </label>
        </div>
        {recipients > 0 && (
          <NotifyOffer
            label={`Send det nye tidspunktet på e-post til ${registered(recipients)}`}
            hint="En kalenderfil følger med og flytter webinaret i kalenderen deres."
            checked={notify}
            onChange={setNotify}
          />
        )}
      </div>
    </FormDialog>
  )
}
