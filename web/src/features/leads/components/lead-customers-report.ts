import { errorText } from '../../../platform/api-client.ts'
import type { EachOutcome } from '../../../platform/each-of.ts'
import { counted, formatNumber } from '../../../platform/format.ts'
import type { ToastMessage } from '../../../ui/toast/toast-store.ts'
import { countOfLeads } from './lead-cells.tsx'

/** Maximum number of leads that the message names per reason. The form marks all of them. */
const maxNames = 10

export type MadeCustomers = EachOutcome<number, { readonly created: boolean }>

interface RequestedLead {
  readonly id: number
  readonly company_name: string
}

const formatNames = (names: readonly string[]): string => {
  const more = names.length - maxNames
  return more > 0 ? `${names.slice(0, maxNames).join(', ')} og ${formatNumber(more)} til` : names.join(', ')
}

/** Lists the failed leads by reason: `Nord AS, Sør AS (Kunden trenger en e-postadresse)`. */
const reasonsOf = (requested: readonly RequestedLead[], { failed }: MadeCustomers): string => {
  const byReason = new Map<string, string[]>()
  for (const { id, company_name: name } of requested) {
    if (!failed.has(id)) continue
    const reason = errorText(failed.get(id)).replace(/\.$/, '')
    byReason.set(reason, [...(byReason.get(reason) ?? []), name])
  }
  return [...byReason].map(([reason, names]) => `${formatNames(names)} (${reason})`).join('; ')
}

const countsOf = (requested: readonly RequestedLead[], { done, failed }: MadeCustomers) => {
  const created = [...done.values()].filter((made) => made.created).length
  return {
    created,
    linked: done.size - created,
    failed: failed.size,
    untried: requested.length - done.size - failed.size,
  }
}

const partsOf = ({ created, linked, failed, untried }: ReturnType<typeof countsOf>): string[] =>
  [
    created > 0 && `${counted(created, 'kunde', 'kunder')} opprettet`,
    linked > 0 && `${countOfLeads(linked)} koblet til ${linked === 1 ? 'eksisterende kunde' : 'eksisterende kunder'}`,
    untried > 0 && `${formatNumber(untried)} ikke prøvd`,
    failed > 0 && `${formatNumber(failed)} feilet`,
  ].filter((part) => part !== false)

/** Returns a sentence with the counts and with the failed leads by reason. */
export const customersSentence = (requested: readonly RequestedLead[], outcome: MadeCustomers): string => {
  const parts = partsOf(countsOf(requested, outcome)).join(', ')
  return outcome.failed.size > 0 ? `${parts}: ${reasonsOf(requested, outcome)}.` : `${parts}.`
}

/** Returns a toast with only the counts, for a user who has left the form. */
export const customersToast = (requested: readonly RequestedLead[], outcome: MadeCustomers): ToastMessage => {
  const counts = countsOf(requested, outcome)
  const description = `${partsOf(counts).join(', ')}.`
  if (counts.failed > 0) return { title: 'Feil', description, variant: 'destructive' }
  if (counts.untried > 0) return { title: 'Stoppet', description }
  return { title: counts.created > 0 ? 'Kunde opprettet' : 'Koblet til kunde', description }
}
