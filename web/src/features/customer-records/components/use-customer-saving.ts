import { customerFields } from '@kontor/contract/customers/customers.fields'
import type { TypedNames } from '@kontor/contract/shared/field-kinds'
import { useQueryClient } from '@tanstack/react-query'
import { fieldSaving } from '../../../platform/field-saving.ts'
import type { FieldValue } from '../../../ui/record/record-field.tsx'
import { toast } from '../../../ui/toast/toast-store.ts'
import { type Customer, conflictingCustomer, useUpdateCustomer } from '../../customers/customers.api.ts'
import { customerRecordQuery } from '../customer-records.api.ts'

type TypedField = TypedNames<typeof customerFields>

/** Saves the fields of a customer one by one. */
export const useCustomerSaving = (customer: Customer) => {
  const client = useQueryClient()
  const update = useUpdateCustomer()
  const { queryKey } = customerRecordQuery(customer.id)
  const show = (stored: Customer) =>
    client.setQueryData(queryKey, (record) => record && { ...record, customer: stored })
  const store = async (field: TypedField | 'isActive', value: string | boolean, version: number) => {
    const body = { [field]: value, version }
    show(await update.mutateAsync({ params: { id: String(customer.id) }, body }))
    toast({ title: 'Kunde oppdatert', description: `${customer.name}: ${customerFields[field].label}` })
  }
  const common = {
    entity: customer,
    conflictIn: (error: unknown) => {
      const current = conflictingCustomer(error)
      if (current) show(current)
      return current
    },
  }
  return {
    text: fieldSaving<Customer, TypedField, FieldValue>({
      ...common,
      readValue: (stored, field) => stored[field],
      send: (field, value, version) => store(field, String(value ?? ''), version),
    }),
    active: fieldSaving<Customer, 'isActive', string>({
      ...common,
      readValue: ({ isActive }) => String(isActive),
      send: (field, value, version) => store(field, value === 'true', version),
    })('isActive'),
  }
}

export type CustomerSaving = ReturnType<typeof useCustomerSaving>
