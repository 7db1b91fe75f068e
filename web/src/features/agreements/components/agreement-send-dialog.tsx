import { agreementSentences, isExpired, mailKindOf } from '@kontor/contract/agreements/agreements.rules'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText, messageOf } from '../../../platform/api-client.ts'
import { compareText } from '../../../platform/format.ts'
import { nowText, useNow } from '../../../platform/now.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { EditIcon, PlusIcon } from '../../../ui/icons.tsx'
import { Notice } from '../../../ui/states.tsx'
import { toast, toastFailure } from '../../../ui/toast-store.ts'
import { companyQuery } from '../../company-register/company-register.api.ts'
import { ContactPersonFormDialog } from '../../customers/components/contact-person-form-dialog.tsx'
import { type ContactPerson, contactPersonsQuery, customersQuery } from '../../customers/customers.api.ts'
import { type Agreement, linesQuery, mailPreviewAddress, useSendAgreement } from '../agreements.api.ts'
import { sendLabel } from './agreement-card.tsx'
import { PartState } from './part-state.tsx'

const nameOf = ({ firstName, lastName }: ContactPerson): string => `${firstName} ${lastName}`

const byName = (a: ContactPerson, b: ContactPerson): number => compareText(nameOf(a), nameOf(b)) || a.id - b.id

/** Warns before an agreement is sent to a bankrupt or dissolving company. */
function RegisterWarning({ customerId }: { customerId: number }) {
  const { data: customers } = useQuery(customersQuery)
  const number = customers?.find(({ id }) => id === customerId)?.organizationNumber ?? null
  const { data: company } = useQuery(companyQuery(number))
  if (!company?.konkurs && !company?.underAvvikling) return null
  return (
    <Notice tone="warning">
      {company.konkurs
        ? `${company.navn} er konkurs ifølge Enhetsregisteret.`
        : `${company.navn} er under avvikling ifølge Enhetsregisteret.`}{' '}
      Vurder om avtalen skal sendes.
    </Notice>
  )
}

interface RecipientsProps {
  readonly customerId: number
  readonly chosen: number | null
  readonly onChoose: (person: ContactPerson) => void
  readonly onEdit: (person: ContactPerson) => void
}

function Recipients({ customerId, chosen, onChoose, onEdit }: RecipientsProps) {
  const query = useQuery(contactPersonsQuery(customerId))
  const { data } = query
  if (!data) return <PartState query={query} failed="Kunne ikke hente kontaktpersonene" />
  const shown = data.filter(({ isActive, id }) => isActive || id === chosen).toSorted(byName)
  if (shown.length === 0) return <p className="text-soft text-sm">Kunden har ingen kontaktpersoner ennå.</p>
  return (
    <fieldset>
      <legend className="sr-only">Mottaker</legend>
      <ul className="max-h-60 overflow-y-auto overscroll-contain rounded-md border border-border/50">
        {shown.map((person) => (
          <li
            key={person.id}
            className="flex items-center border-rule border-b last:border-b-0 has-checked:bg-fjord-tint"
          >
            <label className="flex min-w-0 flex-1 cursor-pointer items-center gap-3 py-2.5 pl-3 text-sm">
              <input
                type="radio"
                name="contact-person"
                checked={person.id === chosen}
                onChange={() => onChoose(person)}
                className="size-4 shrink-0 cursor-pointer accent-fjord"
              />
              <span className="min-w-0 leading-snug [overflow-wrap:anywhere]">
                <span className="flex flex-wrap items-center gap-2 font-medium">
                  {nameOf(person)}
                  {!person.email && <Badge tone="warning">Mangler e-post</Badge>}
                </span>
                <span className="block text-[0.8125rem] text-soft">{person.email}</span>
              </span>
            </label>
            <IconButton
              label={`Rediger ${nameOf(person)}`}
              icon={<EditIcon />}
              className="mr-1"
              onClick={() => onEdit(person)}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

const mailTexts = {
  agreement: { label: 'Send avtale', about: 'Kunden får en e-post med lenke til avtalen.' },
  reminder: { label: 'Send påminnelse', about: 'Kunden får en påminnelse med den samme lenken.' },
  copy: { label: 'Send kopi', about: 'Kunden får en kopi av det som er akseptert. Avtalen forblir akseptert.' },
} as const

/** Why the agreement is hardly ready to be sent; null if it is. */
const emptinessOf = ({ status, totalAmount, vatAmount }: Agreement, lines: number): string | null => {
  if (status === 'accepted') return null
  if (lines === 0) return 'Avtalen har ingen produktlinjer. Vil du sende den likevel?'
  return totalAmount + vatAmount === 0 ? 'Avtalen er på 0 kr. Vil du sende den likevel?' : null
}

interface AgreementSendDialogProps {
  readonly agreement: Agreement
  readonly onSent: () => void
  readonly onClose: () => void
}

export function AgreementSendDialog({ agreement, onSent, onClose }: AgreementSendDialogProps) {
  const send = useSendAgreement()
  const { data: persons } = useQuery(contactPersonsQuery(agreement.customerId))
  const [chosen, setChosen] = useState<number | null>(agreement.contactPersonId)
  const [preview, setPreview] = useState(false)
  /** The open form of a contact person; without one it creates a new one. */
  const [form, setForm] = useState<{ readonly person?: ContactPerson } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  /** What the user has been asked about an agreement without lines or amount. */
  const [question, setQuestion] = useState<string | null>(null)
  const client = useQueryClient()
  const now = nowText(useNow())
  const recipient = persons?.find(({ id }) => id === chosen) ?? null
  const texts = mailTexts[mailKindOf(agreement.status)]
  const expired = agreement.status !== 'accepted' && isExpired(agreement.validUntil, now)

  const choose = ({ id }: ContactPerson) => {
    setChosen(id)
    setProblem(null)
  }

  const submit = async () => {
    setProblem(null)
    if (!recipient?.email) {
      setProblem(agreementSentences.noRecipient)
      toastFailure(agreementSentences.noRecipient)
      return
    }
    try {
      const emptiness = emptinessOf(agreement, (await client.fetchQuery(linesQuery(agreement.id))).length)
      setQuestion(emptiness)
      if (emptiness !== question && emptiness !== null) return
      const name = nameOf(recipient)
      const { id: contactPersonId, email: recipientEmail } = recipient
      await send.mutateAsync({
        params: { id: agreement.id },
        body: { contactPersonId, recipientEmail, recipientName: name, version: agreement.version },
      })
      toast({ title: 'Avtale sendt', description: `«${agreement.title}» er sendt til ${name} (${recipientEmail}).` })
      onSent()
    } catch (error) {
      setProblem(errorText(error))
      toast({
        title: 'Feil ved sending',
        description: `Kunne ikke sende avtale: ${messageOf(error)}`,
        variant: 'destructive',
      })
    }
  }

  return (
    <>
      <FormDialog
        title={sendLabel(agreement)}
        description={`${agreement.title} · ${agreement.customerName}`}
        width="wide"
        dirty={false}
        incomplete={!recipient?.email}
        submitLabel={question === null ? texts.label : 'Send likevel'}
        workingLabel="Sender …"
        onSubmit={submit}
        onClose={onClose}
      >
        <div className="flex flex-col gap-4">
          {problem && <Notice>{problem}</Notice>}
          {question && <Notice tone="warning">{question}</Notice>}
          <RegisterWarning customerId={agreement.customerId} />
          {expired && (
            <Notice tone="warning">Siste dag er passert: kunden kan verken akseptere eller avslå avtalen.</Notice>
          )}
          <p className="text-soft text-sm">{texts.about}</p>
          <section>
            <div className="mb-2 flex items-center justify-between gap-3">
              <h3 className="font-medium text-[0.8125rem]">Kontaktperson</h3>
              <Button size="small" onClick={() => setForm({})}>
                <PlusIcon /> Ny kontaktperson
              </Button>
            </div>
            <Recipients
              customerId={agreement.customerId}
              chosen={chosen}
              onChoose={choose}
              onEdit={(person) => setForm({ person })}
            />
          </section>
          {recipient?.email && (
            <section>
              <Button size="small" aria-expanded={preview} onClick={() => setPreview(!preview)}>
                {preview ? 'Skjul e-posten' : 'Forhåndsvis e-posten'}
              </Button>
              {preview && (
                <iframe
                  // Reloads when the contact person changes: the mail contains their name.
                  key={`${recipient.id} ${recipient.version}`}
                  title="Forhåndsvisning av e-posten"
                  sandbox=""
                  src={mailPreviewAddress(agreement.id, recipient.id)}
                  className="mt-3 h-96 w-full rounded-md border border-rule bg-[white] [color-scheme:light]"
                />
              )}
            </section>
          )}
        </div>
      </FormDialog>
      {form && (
        <ContactPersonFormDialog
          customerId={agreement.customerId}
          {...form}
          onSaved={choose}
          onClose={() => setForm(null)}
        />
      )}
    </>
  )
}
