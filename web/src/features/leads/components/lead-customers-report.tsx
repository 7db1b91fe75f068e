import { errorText } from '../../../platform/api-client.ts'
import type { EachOutcome } from '../../../platform/each-of.ts'
import { formatNumber } from '../../../platform/format.ts'
import type { ToastMessage } from '../../../ui/toast-store.ts'
import { countOfLeads } from './lead-cells.tsx'

/** More than these are not named for one reason: the list marks each of them. */
const named = 10

export type MadeCustomers = EachOutcome<number, { readonly created: boolean }>

interface Asked {
  readonly id: number
  readonly company_name: string
}

const listFormat = (names: readonly string[]): string => {
  const more = names.length - named
  return more > 0 ? `${names.slice(0, named).join(', ')} og ${formatNumber(more)} til` : names.join(', ')
}

/** `Nord AS, Sør AS (Kunden trenger en e-postadresse)`: who failed, by why. */
const reasonsOf = (asked: readonly Asked[], { failed }: MadeCustomers): string => {
  const byReason = new Map<string, string[]>()
  for (const { id, company_name: name } of asked) {
    if (!failed.has(id)) continue
    const reason = errorText(failed.get(id)).replace(/\.$/, '')
    byReason.set(reason, [...(byReason.get(reason) ?? []), name])
  }
  return [...byReason].map(([reason, names]) => `${listFormat(names)} (${reason})`).join('; ')
}

const countsOf = (asked: readonly Asked[], { done, failed }: MadeCustomers) => {
  const created = [...done.values()].filter((made) => made.created).length
  return {
    created,
    linked: done.size - created,
    failed: failed.size,
    untried: asked.length - done.size - failed.size,
  }
}

const partsOf = ({ created, linked, failed, untried }: ReturnType<typeof countsOf>): string[] =>
  [
    created > 0 && `${formatNumber(created)} ${created === 1 ? 'kunde' : 'kunder'} opprettet`,
    linked > 0 && `${countOfLeads(linked)} koblet til ${linked === 1 ? 'eksisterende kunde' : 'eksisterende kunder'}`,
    untried > 0 && `${formatNumber(untried)} ikke prøvd`,
    failed > 0 && `${formatNumber(failed)} feilet`,
  ].filter((part) => part !== false)

/** What became of the leads that were to be customers, in a sentence: how many of which, and who failed and why. */
export const customersSentence = (asked: readonly Asked[], made: MadeCustomers): string => {
  const parts = partsOf(countsOf(asked, made)).join(', ')
  return made.failed.size > 0 ? `${parts}: ${reasonsOf(asked, made)}.` : `${parts}.`
}

/** The same in figures alone, for whoever is elsewhere by now. */
export const customersToast = (asked: readonly Asked[], made: MadeCustomers): ToastMessage => {
  const counts = countsOf(asked, made)
  const description = `${partsOf(counts).join(', ')}.`
  if (counts.failed > 0) return { title: 'Feil', description, variant: 'destructive' }
  if (counts.untried > 0) return { title: 'Stoppet', description }
  return { title: counts.created > 0 ? 'Kunde opprettet' : 'Koblet til kunde', description }
}
