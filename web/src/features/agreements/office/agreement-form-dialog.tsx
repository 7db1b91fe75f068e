import { zodResolver } from '@hookform/resolvers/zod'
import {
  agreementLanguages,
  agreementVerifications,
  defaultReminders,
  defaultVatRate,
  isFrozen,
} from '@kontor/contract/agreements/agreements.rules'
import { agreementFormSchema } from '@kontor/contract/agreements/agreements.schema'
import { addOsloDays, osloDay } from '@kontor/contract/shared/time'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { messageOf } from '../../../platform/api-client.ts'
import { nowText, useNow } from '../../../platform/now.ts'
import { SaveDialog } from '../../../ui/dialog/save-dialog.tsx'
import { TextareaField, TextField } from '../../../ui/form/form-fields.tsx'
import { useSaving } from '../../../ui/form/use-saving.tsx'
import { toast } from '../../../ui/toast/toast-store.ts'
import { CustomerFormDialog } from '../../customers/components/customer-form-dialog.tsx'
import { customersQuery } from '../../customers/customers.api.ts'
import {
  type Agreement,
  type AgreementTemplate,
  conflictingAgreement,
  useCreateAgreement,
  useUpdateAgreement,
} from '../agreements.api.ts'
import {
  type AgreementForm,
  CustomerChoice,
  agreementFormLabels as labels,
  RareFields,
  TermFields,
} from '../parts/agreement-form-fields.tsx'
import { SentNotice } from '../parts/sent-notice.tsx'
import { partsText } from '../templates/agreement-templates-dialog.tsx'

const noResponsible = { responsibleName: '', responsiblePhone: '', responsibleEmail: '' } as const

/** Returns the form's values for a new agreement from a template. */
const templateValues = ({ content: { validDays, ...content } }: AgreementTemplate, now: string) => ({
  ...content,
  ...noResponsible,
  customerId: 0,
  description: content.description ?? '',
  validUntil: validDays === null ? '' : osloDay(addOsloDays(now, validDays)),
})

const valuesOf = (agreement: Agreement | undefined) => ({
  title: agreement?.title ?? '',
  customerId: agreement?.customerId ?? 0,
  description: agreement?.description ?? '',
  vatRate: agreement ? agreement.vatRate : defaultVatRate,
  validUntil: agreement?.validUntil ?? '',
  reminderDays: agreement?.reminderDays ?? null,
  remindAfterDays: agreement?.remindAfterDays ?? null,
  remindEveryDays: agreement?.remindEveryDays ?? null,
  remindAtMost: agreement?.remindAtMost ?? defaultReminders,
  language: agreement?.language ?? ('no' as const),
  verification: agreement?.verification ?? ('link' as const),
  responsibleName: agreement?.responsibleName ?? '',
  responsiblePhone: agreement?.responsiblePhone ?? '',
  responsibleEmail: agreement?.responsibleEmail ?? '',
})

const textOf = (field: keyof typeof labels, value: unknown, stored: Agreement): string => {
  if (field === 'customerId') return stored.customerName
  if (field === 'language') return agreementLanguages[stored.language]
  if (field === 'verification') return agreementVerifications[stored.verification]
  return String(value ?? '')
}

interface AgreementFormDialogProps {
  readonly agreement?: Agreement
  /** The template that a new agreement is made from, if any. */
  readonly template?: AgreementTemplate | undefined
  /** The id of the preselected customer of a new agreement. */
  readonly customerId?: number
  readonly onSaved: (agreement: Agreement) => void
  readonly onClose: () => void
}

export function AgreementFormDialog(props: AgreementFormDialogProps) {
  const { template, customerId, onSaved, onClose } = props
  /** The agreement as it was when the form opened, so that saving detects later changes by others as conflicts. */
  const [agreement] = useState(props.agreement)
  const now = nowText(useNow())
  const create = useCreateAgreement()
  const update = useUpdateAgreement()
  const { data: customers } = useQuery(customersQuery)
  /** True while the form for a new customer replaces this form, since only one dialog is shown at a time. */
  const [creatingCustomer, setCreatingCustomer] = useState(false)
  const form: AgreementForm = useForm({
    resolver: zodResolver(agreementFormSchema),
    defaultValues: {
      ...(template ? templateValues(template, now) : valuesOf(agreement)),
      ...(customerId !== undefined && { customerId }),
    },
  })
  const saving = useSaving({
    form,
    labels,
    valuesOf: (stored: Agreement) => valuesOf(stored),
    // An accepted or rejected agreement can't be saved, so the user isn't asked to choose a version.
    conflictIn: (error): Agreement | null => {
      const current = conflictingAgreement(error)
      return current && isFrozen(current.status) ? null : current
    },
    textOf,
    save: async ({ verification, ...values }, conflict) => {
      // Omits the verification of a new agreement unless the user chose one: the server then chooses by the amount.
      const chosen = form.formState.dirtyFields.verification || agreement ? { verification } : {}
      const version = conflict?.version ?? agreement?.version
      const saved = await (agreement
        ? update.mutateAsync({ params: { id: agreement.id }, body: { ...values, ...chosen, version } })
        : create.mutateAsync({
            body: { ...values, ...chosen, totalAmount: 0, vatAmount: 0, ...(template && { templateId: template.id }) },
          }))
      toast({ title: agreement ? 'Avtale oppdatert' : 'Avtale opprettet', description: saved.title })
      onSaved(saved)
    },
    failed: (error) =>
      `${agreement ? 'Kunne ikke oppdatere avtale' : 'Kunne ikke opprette avtale'}: ${messageOf(error)}`,
  })

  return (
    <SaveDialog
      saving={saving}
      title={agreement ? 'Rediger avtale' : 'Ny avtale'}
      {...(template && { description: `Fra avtalemalen ${template.name}, med ${partsText(template)}.` })}
      width="wide"
      creates={!agreement}
      onClose={onClose}
      instead={
        creatingCustomer && (
          <CustomerFormDialog
            customers={customers ?? []}
            onSaved={({ id }) => form.setValue('customerId', id, { shouldDirty: true, shouldValidate: true })}
            onClose={() => setCreatingCustomer(false)}
          />
        )
      }
    >
      {props.agreement && <SentNotice agreement={props.agreement} />}
      <TextField form={form} name="title" label={labels.title} required />
      <CustomerChoice form={form} agreement={agreement} onCreate={() => setCreatingCustomer(true)} />
      <TextareaField form={form} name="description" label={labels.description} rows={4} />
      <TermFields form={form} />
      <RareFields form={form} agreement={agreement} />
    </SaveDialog>
  )
}
