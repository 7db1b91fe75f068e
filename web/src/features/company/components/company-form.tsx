import { zodResolver } from '@hookform/resolvers/zod'
import { companyFormSchema } from '@kontor/contract/company/company.schema'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { CheckboxField, TextField } from '../../../ui/form/form-fields.tsx'
import { SaveForm } from '../../../ui/form/save-form.tsx'
import { useSaving } from '../../../ui/form/use-saving.tsx'
import { toast } from '../../../ui/toast/toast-store.ts'
import { type Company, conflictingCompany, useSaveCompany } from '../company.api.ts'
import { CompanyFields } from './company-fields.tsx'
import { companyLabels, groupText, valuesOf } from './company-form-values.ts'
import { TeamFields } from './team-fields.tsx'

const legend = 'mb-3 font-semibold text-sm'
const grid = 'grid gap-x-5 gap-y-4 sm:grid-cols-2'

const products = [
  ['tool', 'Verktøyet'],
  ['ai', 'Verktøyet med KI'],
  ['platform', 'Plattformen'],
] as const

/** A form with everything that the site, mails and agreements say about the company. */
export function CompanyForm({ company }: { company: Company }) {
  const save = useSaveCompany()
  const form = useForm({ resolver: zodResolver(companyFormSchema), defaultValues: valuesOf(company) })
  const uploads = useRef(new Set<Promise<void>>())
  const [pending, setPending] = useState(false)
  const addUpload = (upload: Promise<void>) => {
    const running = uploads.current.add(upload)
    setPending(true)
    void upload.finally(() => {
      running.delete(upload)
      setPending(running.size > 0)
    })
  }
  const uploaded = async (): Promise<void> => {
    while (uploads.current.size > 0) await Promise.all(uploads.current)
  }
  const saving = useSaving({
    form,
    labels: companyLabels,
    valuesOf,
    stored: company,
    pending,
    textOf: groupText,
    conflictIn: conflictingCompany,
    save: async (facts) => {
      // Waits for uploads that began during the save: a save gives the people new ids, so a later upload wouldn't find its person.
      const saved = await save.mutateAsync(facts).finally(uploaded)
      toast({ title: 'Bedriften er lagret', description: 'Nettstedet viser det om et øyeblikk.' })
      return saved
    },
    failed: 'Kunne ikke lagre bedriften',
  })
  /** Waits for photos that are being uploaded, then saves. */
  const submit = async (retry: () => void) => {
    await uploaded()
    await saving.submit(retry)
  }
  const hasTags = form.watch(['tags.googleAnalytics', 'tags.metaPixel']).some((id) => id?.trim())

  return (
    <SaveForm saving={{ ...saving, submit }} submitLabel="Lagre bedriften" className="flex flex-col gap-8">
      <fieldset className="flex min-w-0 flex-col gap-4">
        <legend className={legend}>Hvem dere er</legend>
        <CompanyFields form={form} />
      </fieldset>
      <fieldset className="flex min-w-0 flex-col gap-4">
        <legend className={legend}>Lenker</legend>
        <TextField
          form={form}
          name="bookingUrl"
          label={companyLabels.bookingUrl}
          inputMode="url"
          hint="Uten lenke åpner knappen en e-post til dere."
        />
        {products.map(([id, label]) => (
          <div key={id} className={grid}>
            <TextField form={form} name={`products.${id}.name`} label={`${label}: navn`} required />
            <TextField form={form} name={`products.${id}.url`} label={`${label}: adresse`} required inputMode="url" />
          </div>
        ))}
      </fieldset>
      <fieldset className="min-w-0">
        <legend className={legend}>Statistikk og markedsføring</legend>
        <div className={grid}>
          <TextField
            form={form}
            name="tags.googleAnalytics"
            label="Google Analytics"
            hint="For eksempel G-AB12CD34EF."
          />
          <TextField form={form} name="tags.metaPixel" label="Meta-piksel" inputMode="numeric" />
        </div>
        <p className="mt-2 max-w-prose text-[0.8125rem] text-soft">
          Lastes bare hos besøkende som har sagt ja. Uten nummer blir ingenting lastet.
        </p>
        {hasTags || (
          <div className="mt-4">
            <CheckboxField field={form.register('asksAboutCookies')} label={companyLabels.asksAboutCookies} />
          </div>
        )}
      </fieldset>
      <TeamFields form={form} onUpload={addUpload} />
    </SaveForm>
  )
}
