import type { ContactMatches } from '@kontor/contract/contacts/contacts.schema'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { Skeleton } from '../../../ui/base/skeleton.tsx'
import { Notice } from '../../../ui/base/states.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { toast } from '../../../ui/toast/toast-store.ts'
import { type ContactRecord, contactMatchesQuery, useLinkContact } from '../contacts.api.ts'

type Kind = 'customer' | 'lead'

const texts = {
  customer: { title: 'Gjør til kunde', fresh: 'Ny kunde', exists: 'Kunden finnes kanskje allerede. Velg hvilken.' },
  lead: { title: 'Gjør til lead', fresh: 'Nytt lead', exists: 'Leadet finnes kanskje allerede. Velg hvilket.' },
} as const

const sameTexts = { email: 'samme e-post', company: 'samme navn' } as const

interface Option {
  /** The id of an existing customer or lead; null creates a new one. */
  readonly id: number | null
  readonly name: string
  readonly detail: string
}

const optionsOf = (kind: Kind, contact: ContactRecord, matches: ContactMatches): Option[] => {
  const found = kind === 'customer' ? matches.customers : matches.leads
  const existing = found.map(({ id, name, email, same }) => ({
    id,
    name,
    detail: [email, ...same.map((what) => sameTexts[what])].filter(Boolean).join(' · '),
  }))
  const fresh = { id: null, name: `${texts[kind].fresh}: ${contact.company ?? contact.name}`, detail: contact.email }
  return [...existing, fresh]
}

interface OptionListProps {
  readonly legend: string
  readonly options: readonly Option[]
  readonly chosen: number | null
  readonly onChoose: (id: number | null) => void
}

function OptionList({ legend, options, chosen, onChoose }: OptionListProps) {
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-2 text-sm">{legend}</legend>
      <ul className="rounded-md border border-border/50">
        {options.map((option) => (
          <li key={option.id ?? 'new'} className="border-rule border-b last:border-b-0 has-checked:bg-fjord-tint">
            <label className="flex cursor-pointer items-center gap-3 px-3 py-2.5 text-sm">
              <input
                type="radio"
                name={name}
                checked={option.id === chosen}
                onChange={() => onChoose(option.id)}
                className="size-4 shrink-0 cursor-pointer accent-fjord"
              />
              <span className="min-w-0 leading-snug [overflow-wrap:anywhere]">
                <span className="font-medium">{option.name}</span>
                <span className="block text-[0.8125rem] text-soft">{option.detail}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

interface ContactLinkDialogProps {
  readonly contact: ContactRecord
  readonly kind: Kind
  readonly onClose: () => void
}

/** Creates a customer or lead from an enquiry. If it may exist already, asks first which one to link. */
export function ContactLinkDialog({ contact, kind, onClose }: ContactLinkDialogProps) {
  const { data: matches, error, isFetching } = useQuery(contactMatchesQuery(contact.id))
  const link = useLinkContact()
  const [choice, setChoice] = useState<number | null>()
  const [problem, setProblem] = useState<string | null>(null)
  const { title, exists, fresh } = texts[kind]
  const options = matches && !isFetching ? optionsOf(kind, contact, matches) : null
  const chosen = choice === undefined ? (options?.[0]?.id ?? null) : choice

  const submit = async () => {
    if (!options) return
    setProblem(null)
    try {
      const target = options.length > 1 ? chosen : undefined
      const linked = (await link.mutateAsync({ id: contact.id, kind, target }))[kind]
      toast({ title: 'Suksess', description: `Henvendelsen er knyttet til ${linked?.name}.` })
      onClose()
    } catch (failure) {
      setProblem(errorText(failure))
    }
  }

  return (
    <FormDialog
      title={title}
      dirty={chosen !== (options?.[0]?.id ?? null)}
      incomplete={!options}
      submitLabel={title}
      workingLabel="Lagrer …"
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4 text-sm">
        {error && <Notice>Kunne ikke lete etter den som finnes. {errorText(error)}</Notice>}
        {!options && !error && <Skeleton className="h-20" />}
        {options && options.length > 1 && (
          <OptionList legend={exists} options={options} chosen={chosen} onChoose={setChoice} />
        )}
        {options?.length === 1 && (
          <p>
            {fresh}: <strong className="font-semibold">{contact.company ?? contact.name}</strong>
            {contact.company !== null && `, med ${contact.name} som kontaktperson`}. E-posten og meldingen følger med.
          </p>
        )}
        {problem && <Notice>{problem}</Notice>}
      </div>
    </FormDialog>
  )
}
