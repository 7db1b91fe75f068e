import { companyLimits } from '@kontor/contract/company/company.rules'
import { useLayoutEffect, useRef } from 'react'
import { useFieldArray, useWatch } from 'react-hook-form'
import { AddButton } from '../../../ui/base/add-button.tsx'
import { Button } from '../../../ui/base/button.tsx'
import { TrashIcon } from '../../../ui/base/icons.tsx'
import { TextField } from '../../../ui/form/form-fields.tsx'
import { MoveButtons } from '../../../ui/form/move-buttons.tsx'
import type { CompanyForm } from './company-form-values.ts'
import { TeamPhoto } from './team-photo.tsx'

const newMember = { name: '', role: { no: '', en: '' }, photo: null, bookingUrl: '', email: '' }

interface TeamFieldsProps {
  readonly form: CompanyForm
  readonly onUpload: (upload: Promise<void>) => void
}

/** The people on the site, in their order. */
export function TeamFields({ form, onUpload }: TeamFieldsProps) {
  const { control, setValue } = form
  const { fields, append, remove, move } = useFieldArray({ control, name: 'team' })
  const shown = useRef(fields)
  useLayoutEffect(() => {
    shown.current = fields
  })
  /** Sets a person's photo. Finds the person when the upload ends, since they may have been moved or removed. */
  const setPhoto = (id: string, photo: string | null) => {
    const index = shown.current.findIndex((field) => field.id === id)
    if (index >= 0) setValue(`team.${index}.photo`, photo, { shouldDirty: true })
  }
  const team = useWatch({ control, name: 'team' })
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="mb-3 font-semibold text-sm">Folk på nettstedet</legend>
      <p className="-mt-2 max-w-prose text-soft text-sm">
        Et bilde blir beskåret til stående format (4:5) og vist uten opplysninger om hvor det er tatt. Uten bookinglenke
        vises e-postadressen.
      </p>
      {fields.length === 0 && <p className="text-sm">Ingen vises på nettstedet ennå.</p>}
      <ol className="flex flex-col">
        {fields.map(({ id }, index) => {
          const member = team[index] ?? newMember
          const who = member.name || `person ${index + 1}`
          return (
            <li key={id} className="flex flex-wrap gap-4 border-rule border-t py-4">
              <TeamPhoto
                name={member.name}
                photo={member.photo}
                onChange={(photo) => setPhoto(id, photo)}
                onUpload={onUpload}
              />
              <div className="grid min-w-0 flex-1 basis-48 content-start gap-x-5 gap-y-4 sm:grid-cols-2">
                <TextField form={form} name={`team.${index}.name`} label="Navn" required />
                <div className="flex items-center justify-end self-start max-sm:order-last max-sm:justify-start">
                  <MoveButtons
                    name={who}
                    isFirst={index === 0}
                    isLast={index === fields.length - 1}
                    onMove={(by) => move(index, index + by)}
                  />
                  <Button variant="quiet" size="icon" aria-label={`Fjern ${who}`} onClick={() => remove(index)}>
                    <TrashIcon />
                  </Button>
                </div>
                <TextField form={form} name={`team.${index}.role.no`} label="Rolle på norsk" required />
                <TextField form={form} name={`team.${index}.role.en`} label="Rolle på engelsk" required lang="en" />
                <TextField form={form} name={`team.${index}.bookingUrl`} label="Bookinglenke" inputMode="url" />
                <TextField form={form} name={`team.${index}.email`} label="E-post" type="email" />
              </div>
            </li>
          )
        })}
      </ol>
      {fields.length < companyLimits.team && (
        <AddButton size="small" className="self-start" onClick={() => append(newMember)}>
          Legg til en person
        </AddButton>
      )}
    </fieldset>
  )
}
