import { agreementSentences, isExpired, mailKindOf } from '@kontor/contract/agreements/agreements.rules'
import { agreementSendSchema } from '@kontor/contract/agreements/agreements.schema'
import { leadStatuses } from '@kontor/contract/leads/leads.rules'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText, messageOf } from '../../../platform/api-client.ts'
import { counted } from '../../../platform/format.ts'
import { nowText, useNow } from '../../../platform/now.ts'
import { Button } from '../../../ui/base/button.tsx'
import { Fold } from '../../../ui/base/fold.tsx'
import { PlusIcon } from '../../../ui/base/icons.tsx'
import { Notice } from '../../../ui/base/states.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { LabelledCheckbox } from '../../../ui/form/form-fields.tsx'
import { retryAction } from '../../../ui/toast/failure-toast.ts'
import { toast, toastFailure } from '../../../ui/toast/toast-store.ts'
import { useToastUntilUnmount } from '../../../ui/toast/use-failure-toast.ts'
import { companyQuery } from '../../company-register/company-register.api.ts'
import { ContactPersonFormDialog } from '../../customers/components/contact-person-form-dialog.tsx'
import { nameOfPerson } from '../../customers/components/person-name.ts'
import { type ContactPerson, contactPersonsQuery, customersQuery } from '../../customers/customers.api.ts'
import { useSetStatus } from '../../leads/leads.api.ts'
import {
  type Agreement,
  agreementConditionsQuery,
  agreementLeadQuery,
  conflictingAgreement,
  linesQuery,
  listUnshownLetters,
  useSendAgreement,
} from '../agreements.api.ts'
import { sendLabel } from '../parts/agreement-badges.tsx'
import { useIsEidMissing } from '../parts/use-verification-options.ts'
import { MailPreview } from './agreement-mail-preview.tsx'
import { Recipients } from './agreement-recipients.tsx'
import {
  AgreementSendFields,
  followStored,
  SendConflict,
  type SendFields,
  type SendProblems,
  sendBodyOf,
  sendFieldsOf,
} from './agreement-send-fields.tsx'

const offered = 'Tilbud sendt'

/** Offers to set the customer's lead to «Tilbud sendt». The offer is preselected if that is a step forward for the lead. */
const useLeadOffer = ({ id, status }: Agreement) => {
  const { data: lead } = useQuery(agreementLeadQuery(id))
  const setStatus = useSetStatus()
  const [chosen, setChosen] = useState<boolean | null>(null)
  const isOffered = lead !== undefined && lead !== null && lead.status !== offered && status !== 'accepted'
  const checked = isOffered && (chosen ?? leadStatuses.indexOf(lead.status) < leadStatuses.indexOf(offered))

  /** Sets the lead's status if the user chose to. Call this only after the sending: a failure here doesn't undo the sending. */
  const apply = async (): Promise<void> => {
    if (!checked) return
    try {
      await setStatus.mutateAsync({ id: lead.id, value: offered })
      toast({ title: 'Status oppdatert vellykket', description: `${lead.company_name}: ${offered}` })
    } catch (error) {
      toastFailure(`Leadet fikk ikke statusen «${offered}». ${errorText(error)}`, retryAction(error, apply))
    }
  }
  return { lead: isOffered ? lead : null, checked, setChecked: setChosen, apply }
}

/** Warns if the customer is bankrupt or being wound up, or if the register didn't answer. */
function RegisterWarning({ customerId }: { customerId: number }) {
  const { data: customers } = useQuery(customersQuery)
  const number = customers?.find(({ id }) => id === customerId)?.organizationNumber ?? null
  const { data: company, error } = useQuery(companyQuery(number))
  if (error) {
    return (
      <Notice tone="warning">
        Enhetsregisteret svarte ikke, så vi vet ikke om kunden er konkurs. {errorText(error)}
      </Notice>
    )
  }
  if (!company?.konkurs && !company?.underAvvikling) return null
  return (
    <Notice tone="warning" isLasting>
      {company.konkurs
        ? `${company.navn} er konkurs ifølge Enhetsregisteret.`
        : `${company.navn} er under avvikling ifølge Enhetsregisteret.`}{' '}
      Vurder om avtalen skal sendes.
    </Notice>
  )
}

const mailTexts = {
  agreement: { label: 'Send avtale', about: 'Kunden får en e-post med lenke til avtalen.' },
  reminder: { label: 'Send påminnelse', about: 'Kunden får en påminnelse med den samme lenken.' },
  copy: { label: 'Send kopi', about: 'Kunden får en kopi av det som er akseptert. Avtalen forblir akseptert.' },
} as const

/** Returns a question that names what may be missing from the agreement or its PDF; null if nothing is. */
const doubtAbout = (
  { totalAmount, vatAmount }: Agreement,
  { lines, norwegian, unshown }: { lines: number; norwegian: number; unshown: readonly string[] },
): string | null => {
  const doubts = [
    lines === 0 && 'Avtalen har ingen produktlinjer.',
    lines > 0 && totalAmount + vatAmount === 0 && 'Avtalen er på 0 kr.',
    norwegian > 0 && `${counted(norwegian, 'betingelse', 'betingelser')} finnes bare på norsk.`,
    unshown.length > 0 && `PDF-en kan ikke vise ${unshown.join(' ')} og viser «?» i stedet.`,
  ].filter(Boolean)
  return doubts.length > 0 ? `${doubts.join(' ')} Vil du sende den likevel?` : null
}

/** Returns the first problem of each typed field. The server checks the recipient. */
const problemsIn = (body: unknown): SendProblems => {
  const issues = agreementSendSchema.safeParse(body).error?.issues ?? []
  const of = (field: keyof SendProblems) => issues.find(({ path }) => path[0] === field)?.message
  return { message: of('message'), cc: of('cc'), validUntil: of('validUntil') }
}

interface AgreementSendDialogProps {
  readonly agreement: Agreement
  readonly onSent: () => void
  readonly onClose: () => void
}

export function AgreementSendDialog({ agreement: opened, onSent, onClose }: AgreementSendDialogProps) {
  /** The agreement as the user has read it. Sending detects later changes by others as conflicts, so that the user sends nothing unseen. */
  const [agreement, setAgreement] = useState(opened)
  const send = useSendAgreement()
  const client = useQueryClient()
  const { data: persons } = useQuery(contactPersonsQuery(agreement.customerId))
  const [chosen, setChosen] = useState<number | null>(agreement.contactPersonId)
  const [fields, setFields] = useState(() => sendFieldsOf(agreement))
  const [problems, setProblems] = useState<SendProblems>({})
  /** The open form of a contact person, which replaces this dialog. Without `person`, the form creates one. */
  const [form, setForm] = useState<{ readonly person?: ContactPerson } | null>(null)
  const leadOffer = useLeadOffer(agreement)
  const [preview, setPreview] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  /** The question from `doubtAbout` that the user was last asked; null for none. */
  const [question, setQuestion] = useState<string | null>(null)
  const showToast = useToastUntilUnmount()
  const now = nowText(useNow())
  const active = persons?.filter(({ isActive }) => isActive) ?? []
  const only = active.length === 1 ? active[0] : undefined
  const recipient = persons?.find(({ id }) => id === chosen) ?? (chosen === null ? only : undefined) ?? null
  const verification = fields.verification ?? agreement.verification
  const eidMissing = useIsEidMissing({ status: agreement.status, verification })
  const texts = mailTexts[mailKindOf(agreement.status)]
  const expired = agreement.status !== 'accepted' && isExpired(fields.validUntil || null, now)

  const areChanged = JSON.stringify(fields) !== JSON.stringify(sendFieldsOf(agreement))

  const choose = ({ id }: ContactPerson) => {
    setChosen(id)
    setProblem(null)
  }

  /** Returns true if nothing is missing or the user was already asked the same question. Otherwise asks the question and returns false. */
  const isConfirmed = async (): Promise<boolean> => {
    const { id, status } = agreement
    if (status === 'accepted') return true
    const [lines, conditions, unshown] = await Promise.all([
      client.fetchQuery(linesQuery(id)),
      client.fetchQuery(agreementConditionsQuery(id)),
      listUnshownLetters(id),
    ])
    const norwegian = fields.language === 'en' ? conditions.filter((one) => one.customContent === null).length : 0
    const doubt = doubtAbout(agreement, { lines: lines.length, norwegian, unshown })
    setQuestion(doubt)
    return doubt === null || doubt === question
  }

  const change = (changes: Partial<SendFields>) => setFields((current) => ({ ...current, ...changes }))

  const readAgain = (current: Agreement) => {
    setAgreement(current)
    setFields(followStored(fields, agreement, current))
    setQuestion(null)
  }

  const submit = async (retry: () => void) => {
    setProblem(null)
    if (!recipient?.email) {
      setProblem(agreementSentences.noRecipient)
      toastFailure(agreementSentences.noRecipient)
      return
    }
    const name = nameOfPerson(recipient)
    const { id: contactPersonId, email: recipientEmail } = recipient
    const { version } = agreement
    const body = { ...sendBodyOf(agreement, fields), contactPersonId, recipientEmail, recipientName: name, version }
    const found = { ...problemsIn(body), ...(eidMissing && { verification: agreementSentences.noEid }) }
    setProblems(found)
    if (Object.values(found).some(Boolean)) return
    try {
      if (!(await isConfirmed())) return
      await send.mutateAsync({ params: { id: agreement.id }, body })
      toast({ title: 'Avtale sendt', description: `«${agreement.title}» er sendt til ${name} (${recipientEmail}).` })
      await leadOffer.apply()
      onSent()
    } catch (error) {
      const current = conflictingAgreement(error)
      if (current) readAgain(current)
      setProblem(current ? 'Avtalen er endret i mellomtiden. Se over feltene, og send på nytt.' : errorText(error))
      if (current) return
      const description = `Kunne ikke sende avtale: ${messageOf(error)}`
      const action = retryAction(error, retry)
      showToast(() => toast({ title: 'Feil ved sending', description, variant: 'destructive', action }))
    }
  }

  return (
    <FormDialog
      title={sendLabel(agreement)}
      description={`${agreement.title} · ${agreement.customerName}`}
      width="wide"
      dirty={chosen !== agreement.contactPersonId || areChanged}
      incomplete={!recipient?.email}
      submitLabel={question === null ? texts.label : 'Send likevel'}
      workingLabel="Sender …"
      onSubmit={submit}
      onClose={onClose}
      instead={
        form && (
          <ContactPersonFormDialog
            customerId={agreement.customerId}
            {...form}
            onSaved={(person) => form.person === undefined && choose(person)}
            onClose={() => setForm(null)}
          />
        )
      }
    >
      <div className="flex flex-col gap-4">
        {problem && <Notice>{problem}</Notice>}
        {agreement !== opened && (
          <SendConflict agreement={agreement} fields={fields} keepLabel={texts.label} onChange={change} />
        )}
        {question && <Notice tone="warning">{question}</Notice>}
        <RegisterWarning customerId={agreement.customerId} />
        {expired && (
          <Notice tone="warning" isLasting>
            Siste dag er passert: kunden kan verken akseptere eller avslå avtalen.
          </Notice>
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
            chosen={recipient?.id ?? null}
            onChoose={choose}
            onEdit={(person) => setForm({ person })}
          />
        </section>
        <Fold
          label="Melding, kopi, frist og språk"
          isOpenAtFirst={expired || agreement !== opened || areChanged}
          errors={problems}
        >
          <AgreementSendFields agreement={agreement} fields={fields} problems={problems} onChange={change} />
        </Fold>
        {leadOffer.lead && (
          <LabelledCheckbox
            label={`Sett leadet «${leadOffer.lead.company_name}» til «Tilbud sendt»`}
            checked={leadOffer.checked}
            onChange={leadOffer.setChecked}
          />
        )}
        {recipient?.email && (
          <MailPreview
            agreement={agreement}
            recipient={recipient}
            fields={fields}
            open={preview}
            onToggle={() => setPreview(!preview)}
          />
        )}
      </div>
    </FormDialog>
  )
}
