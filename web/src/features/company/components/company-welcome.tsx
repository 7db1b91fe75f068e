import { zodResolver } from '@hookform/resolvers/zod'
import { companyFormSchema } from '@kontor/contract/company/company.schema'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../../../ui/base/button.tsx'
import { SaveDialog } from '../../../ui/dialog/save-dialog.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { useSaving } from '../../../ui/form/use-saving.tsx'
import { toast } from '../../../ui/toast/toast-store.ts'
import { type Company, companyQuery, conflictingCompany, useSaveCompany } from '../company.api.ts'
import { CompanyFields } from './company-fields.tsx'
import { registerLabels, valuesOf, withoutExamples } from './company-form-values.ts'

/** The form starts without the delivered facts, which are an example. */
const emptyFacts = Object.fromEntries(Object.keys(registerLabels).map((field) => [field, ''])) as Record<
  keyof typeof registerLabels,
  string
>

function WelcomeDialog({ company, onClose }: { company: Company; onClose: () => void }) {
  const save = useSaveCompany()
  const clearsId = useId()
  const [clears, setClears] = useState(true)
  const form = useForm({
    resolver: zodResolver(companyFormSchema),
    defaultValues: { ...valuesOf(company), ...emptyFacts },
  })
  const saving = useSaving({
    form,
    labels: registerLabels,
    valuesOf,
    conflictIn: conflictingCompany,
    pending: !clears,
    save: async (facts) => {
      await save.mutateAsync(clears ? withoutExamples(facts) : facts)
      toast({ title: 'Nettstedet er deres', description: 'Folk, lenker og tekster endrer du i Innstillinger.' })
      onClose()
    },
    failed: 'Kunne ikke lagre bedriften',
  })
  return (
    <SaveDialog saving={saving} title="Gjør nettstedet til ditt" width="wide" onClose={onClose}>
      <p className="text-sm">
        Begynn med organisasjonsnummeret, så henter vi resten fra Enhetsregisteret. Se over, rett det som ikke stemmer,
        og lagre.
      </p>
      <CompanyFields form={form} />
      <div className="-ml-2.5 flex items-center text-sm">
        <Checkbox id={clearsId} checked={clears} onChange={({ target }) => setClears(target.checked)} />
        <label htmlFor={clearsId} className="cursor-pointer py-2">
          Ta bort folkene og bookinglenken fra eksempelet
        </label>
      </div>
    </SaveDialog>
  )
}

/** Until the company has entered its own facts, says that the site shows an example and offers to change that. */
export function CompanyWelcome() {
  const { data } = useQuery(companyQuery)
  const [open, setOpen] = useState(false)
  if (data?.updatedAt !== null && !open) return null
  return (
    <>
      {data?.updatedAt === null && (
        <div className="border-rule border-b bg-sunken print:hidden">
          <p className="mx-auto flex max-w-page items-center gap-x-4 px-4 py-1 text-[0.8125rem] sm:px-7">
            <span className="min-w-0">
              Nettstedet viser et eksempel: <strong className="font-semibold">{data.name}</strong>.
            </span>
            <Button size="small" onClick={() => setOpen(true)}>
              Gjør nettstedet til ditt
            </Button>
          </p>
        </div>
      )}
      {open && data && <WelcomeDialog company={data} onClose={() => setOpen(false)} />}
    </>
  )
}
