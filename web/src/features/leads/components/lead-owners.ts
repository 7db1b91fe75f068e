import type { Lead, LeadOwner } from '../leads.api.ts'

const none = 'none'

/** Returns the value of an owner's option in a select. An option's value can't be empty. */
export const ownerChoice = (owner: number | null): string => (owner === null ? none : String(owner))

/** Returns the owner's id for a select's value; null for no owner. */
export const ownerOf = (choice: string): number | null => (choice === none ? null : Number(choice))

/** Returns options for the users that a lead may be assigned to, and for its current owner, whose account may be deactivated. */
export const ownerOptions = (
  owners: readonly LeadOwner[],
  lead?: Pick<Lead, 'owner_id' | 'owner'> | undefined,
): { value: string; label: string }[] => {
  const isListed = owners.some(({ id }) => id === lead?.owner_id)
  const current = lead?.owner_id != null && !isListed ? [{ id: lead.owner_id, name: lead.owner ?? '' }] : []
  return [
    { value: none, label: 'Ingen' },
    ...[...owners, ...current].map(({ id, name }) => ({ value: String(id), label: name })),
  ]
}

/** Returns the name of the owner `id`; takes the name of a deactivated owner from the stored lead. */
export const ownerName = (
  id: unknown,
  owners: readonly LeadOwner[],
  stored: Pick<Lead, 'owner_id' | 'owner'>,
): string => owners.find((owner) => owner.id === id)?.name ?? (id === stored.owner_id ? (stored.owner ?? '') : '')
