import type { Lead, LeadOwner } from '../leads.api.ts'

const none = 'none'

/** An owner as a select's value, which can't be empty. */
export const ownerChoice = (owner: number | null): string => (owner === null ? none : String(owner))

/** The owner for a select's value. */
export const ownerOf = (choice: string): number | null => (choice === none ? null : Number(choice))

/** The users that a lead may be assigned to, and its current owner, whose account may have been deactivated. */
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

/** The name of an owner in a form's field. The stored lead names one whose account is inactive. */
export const ownerName = (
  id: unknown,
  owners: readonly LeadOwner[],
  stored: Pick<Lead, 'owner_id' | 'owner'>,
): string => owners.find((owner) => owner.id === id)?.name ?? (id === stored.owner_id ? (stored.owner ?? '') : '')
