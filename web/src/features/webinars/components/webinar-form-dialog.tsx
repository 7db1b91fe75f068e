import { zodResolver } from '@hookform/resolvers/zod'
import {
  type WebinarFormValues,
  webinarCopy,
  webinarDateSchema,
  webinarFormSchema,
} from '@kontor/contract/webinars/webinars.schema'
import { useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { formatClock, formatDateTime } from '../../../platform/format.ts'
import { nowText, useNow } from '../../../platform/now.ts'
import { SaveDialog } from '../../../ui/dialog/save-dialog.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { DateTimeField } from '../../../ui/form/date-time-field.tsx'
import { TextField } from '../../../ui/form/form-fields.tsx'
import { useSaving } from '../../../ui/form/use-saving.tsx'
import { toast } from '../../../ui/toast/toast-store.ts'
import { conflictingWebinar, useCreateWebinar, useUpdateWebinar, type Webinar } from '../webinars.api.ts'
import { NotifyOffer, recipientsOf, registeredText } from './notify-offer.tsx'
import { needsLink } from './webinar-badges.tsx'
import { languageText, optionLabels, optionValuesOf, WebinarOptionFields } from './webinar-option-fields.tsx'

/** The form's purpose. A copy starts with the other webinar's name and its time of day, a week later. */
export type WebinarForm = { readonly kind: 'create' } | { readonly kind: 'copy' | 'edit'; readonly webinar: Webinar }

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

const labels = { name: 'Navn', date: 'Dato', isActive: 'Aktiv', ...optionLabels } as const

const valuesOf = (webinar: Webinar) => ({
  name: webinar.name,
  date: formatClock(webinar.date),
  isActive: webinar.isActive,
  ...optionValuesOf(webinar),
  version: webinar.version,
})

const valuesFor = (form: WebinarForm): WebinarFormValues => {
  if (form.kind === 'edit') return valuesOf(form.webinar)
  if (form.kind === 'create') {
    return { name: '', date: '', isActive: true, ...optionValuesOf({}), language: 'no' }
  }
  const { name, date } = webinarCopy(form.webinar)
  // Leaves out the join link, which may belong to the original's meeting.
  return {
    ...optionValuesOf(form.webinar),
    joinLink: '',
    name,
    date: formatClock(date),
    isActive: form.webinar.isActive,
  }
}

const notifyTexts = {
  moved: {
    offer: 'Send det nye tidspunktet på e-post til',
    hint: 'En kalenderfil følger med og flytter webinaret i kalenderen deres.',
    done: 'Det nye tidspunktet går på e-post til',
  },
  link: {
    offer: 'Send den nye lenken på e-post til',
    hint: 'En kalenderfil følger med og legger lenken i kalenderen deres.',
    done: 'Den nye lenken går på e-post til',
  },
  linkGone: {
    offer: 'Si fra på e-post at lenken ikke gjelder lenger, til',
    hint: 'En kalenderfil følger med og tar lenken ut av kalenderen deres.',
    done: 'Beskjed om lenken går på e-post til',
  },
} as const

const parseMoment = (text: string | undefined): string | null => webinarDateSchema.safeParse(text).data ?? null

/** Creates, copies or edits a webinar; offers to mail a new time to the registered visitors. */
export function WebinarFormDialog({ form: purpose, onClose }: { form: WebinarForm; onClose: () => void }) {
  const create = useCreateWebinar()
  const update = useUpdateWebinar()
  const form = useForm<WebinarFormValues, unknown, z.output<typeof webinarFormSchema>>({
    resolver: zodResolver(webinarFormSchema),
    defaultValues: valuesFor(purpose),
  })
  const { control, formState } = form
  const text = texts[purpose.kind]

  const change = async (
    webinar: Webinar,
    stored: Webinar,
    { version, ...values }: z.output<typeof webinarFormSchema>,
  ) => {
    const sendsMails = notify && recipients > 0
    // The form has no seconds, so keep the stored time unless the user has changed it.
    const changes = { ...values, date: formState.dirtyFields.date ? values.date : stored.date, version }
    const saved = await update.mutateAsync({ id: webinar.id, notify: sendsMails, changes })
    return news && sendsMails ? ` ${notifyTexts[news].done} ${registeredText(recipientsOf(saved))}.` : ''
  }
  const add = async ({ version: _, ...values }: z.output<typeof webinarFormSchema>) => {
    await create.mutateAsync(values)
    return ''
  }
  const saving = useSaving({
    form,
    labels,
    valuesOf,
    textOf: (field, value) => {
      if (field === 'language') return languageText(value)
      const moment = field === 'date' ? parseMoment(String(value)) : null
      return moment === null ? undefined : formatDateTime(moment)
    },
    conflictIn: conflictingWebinar,
    save: async (values, conflict) => {
      const mails = await (purpose.kind === 'edit'
        ? change(purpose.webinar, conflict ?? purpose.webinar, values)
        : add(values))
      toast({ title: 'Suksess', description: `${text.done}${mails}` })
      onClose()
    },
    failed: text.failed,
  })

  const now = nowText(useNow())
  const edited = purpose.kind === 'edit' ? (saving.conflict ?? purpose.webinar) : null
  // Off by default for a past webinar: a new date may mean that it is repeated, so its participants get a mail only on request.
  const [notify, setNotify] = useState(edited !== null && edited.date >= now)
  const [dateText, linkText] = useWatch({ control, name: ['date', 'joinLink'] })
  const moment = parseMoment(dateText)
  const isPast = moment !== null && moment < now
  const isMoved = edited !== null && moment !== null && formatClock(moment) !== formatClock(edited.date)
  const link = linkText?.trim() ?? ''
  const changedLink = edited === null || link === (edited.joinLink ?? '') ? null : link === '' ? 'linkGone' : 'link'
  const news = isMoved ? 'moved' : changedLink
  const recipients = edited && news && !isPast ? recipientsOf(edited) : 0

  // The offer is shown next to the field that causes it: at the end, it would be out of sight on a phone.
  const offer = news && recipients > 0 && (
    <NotifyOffer
      label={`${notifyTexts[news].offer} ${registeredText(recipients)}`}
      hint={notifyTexts[news].hint}
      checked={notify}
      onChange={setNotify}
    />
  )

  return (
    <SaveDialog saving={saving} title={text.title} submitLabel={text.submit} onClose={onClose}>
      <TextField form={form} name="name" label={labels.name} required />
      <Controller
        control={control}
        name="date"
        render={({ field }) => (
          <DateTimeField
            label={labels.date}
            clockLabel="Klokkeslett"
            required
            ref={field.ref}
            value={field.value ?? ''}
            onValueChange={field.onChange}
            onBlur={field.onBlur}
            error={formState.errors.date?.message}
          />
        )}
      />
      {isPast && (
        <p role="status" className="-mt-2 text-[0.8125rem] text-warning">
          Tidspunktet har vært. Webinaret blir merket Utløpt og tar ikke imot påmeldinger.
        </p>
      )}
      {news === 'moved' && offer}
      <WebinarOptionFields
        form={form}
        afterLink={
          <>
            {edited && link === '' && needsLink(edited, now) && (
              <p role="status" className="-mt-2 text-[0.8125rem] text-warning">
                Bekreftelsen lover de påmeldte en lenke.
              </p>
            )}
            {news !== 'moved' && offer}
          </>
        }
      />
      <div className="-ml-2.5 flex items-center text-sm">
        <Checkbox id="webinar-active" {...form.register('isActive')} />
        <label htmlFor="webinar-active" className="cursor-pointer py-2">
          Aktiv: vises på nettsiden og tar imot påmeldinger
        </label>
      </div>
    </SaveDialog>
  )
}
