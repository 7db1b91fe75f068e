import {
  type AnswerAction,
  agreementLimits,
  answerActions,
  expiresWithAgreement,
} from '@kontor/contract/agreements/agreements.rules'
import { useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { useNow } from '../../../platform/now.ts'
import { Notice } from '../../../ui/base/states.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { Field, Input, Textarea } from '../../../ui/form/field.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { toast } from '../../../ui/toast/toast-store.ts'
import { useFailureToast } from '../../../ui/toast/use-failure-toast.ts'
import { type Agreement, useRecordAnswer } from '../agreements.api.ts'
import { hasLapsed } from '../parts/agreement-badges.tsx'

const isAction = (value: string): value is AnswerAction => value in answerActions

/** Records an answer that the customer gave by phone. The timeline shows how it was given. */
export function PhoneAnswerDialog({ agreement, onClose }: { agreement: Agreement; onClose: () => void }) {
  const record = useRecordAnswer()
  const toastFailure = useFailureToast()
  const lapsed = hasLapsed(agreement, useNow())
  const offeredActions = Object.entries(answerActions).filter(
    ([action]) => !(lapsed && expiresWithAgreement(action as AnswerAction)),
  )
  const [proposed] = useState<AnswerAction>(lapsed ? 'contact' : 'accept')
  const [action, setAction] = useState(proposed)
  const [name, setName] = useState('')
  const [message, setMessage] = useState('')
  const [problem, setProblem] = useState<string | null>(null)

  const submit = async (retry: () => void) => {
    setProblem(null)
    try {
      const body = { action, name: name.trim() || null, message: message.trim() || null, version: agreement.version }
      await record.mutateAsync({ params: { id: agreement.id }, body })
      toast({ title: 'Suksess', description: 'Svaret er registrert.' })
      onClose()
    } catch (error) {
      setProblem(errorText(error))
      toastFailure(error, `Kunne ikke registrere svaret: ${errorText(error)}`, retry)
    }
  }

  return (
    <FormDialog
      title="Registrer svar gitt på telefon"
      description="Svaret gjelder som om kunden hadde gitt det via lenken, og historikken viser at det kom på telefon."
      dirty={action !== proposed || name !== '' || message !== ''}
      submitLabel="Registrer svar"
      workingLabel="Registrerer …"
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        {problem && <Notice>{problem}</Notice>}
        {lapsed && (
          <Notice tone="warning" isLasting>
            Fristen er ute: kunden kan bare be om kontakt.
          </Notice>
        )}
        <Field label="Svar" required>
          {(control) => (
            <Select
              {...control}
              value={action}
              onValueChange={(value) => isAction(value) && setAction(value)}
              options={offeredActions.map(([value, label]) => ({ value, label }))}
            />
          )}
        </Field>
        <Field label="Hvem svarte?">
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={agreementLimits.answeredBy}
              autoComplete="off"
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field label="Melding">
          {(control) => (
            <Textarea
              {...control}
              rows={4}
              value={message}
              maxLength={agreementLimits.message}
              onChange={(event) => setMessage(event.target.value)}
            />
          )}
        </Field>
      </div>
    </FormDialog>
  )
}
