import { type FormEvent, useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { Notice } from '../../../ui/base/states.tsx'
import { Field, Input } from '../../../ui/form/field.tsx'
import { submitFormByKey } from '../../../ui/form/submit-by-key.ts'
import { useUnsaved } from '../../../ui/form/use-unsaved.ts'
import { type AddedFactor, canUsePasskeys, isCancelled, isRegistered, useAddPasskey } from '../second-factor.api.ts'
import { type Language, secondFactorTexts } from './second-factor-texts.ts'
import { SetUpEnd } from './set-up-end.tsx'

interface PasskeySetUpProps {
  readonly language?: Language
  readonly onAdded: (added: AddedFactor) => void
  /** Both are passed only in a dialog. */
  readonly onCancel?: () => void
  readonly onDirty?: (isDirty: boolean) => void
}

/** Names a new passkey, and lets the browser create it. */
export function PasskeySetUp({ language = 'no', onAdded, onCancel, onDirty }: PasskeySetUpProps) {
  const { setUp: texts, step } = secondFactorTexts[language]
  const add = useAddPasskey()
  const [name, setName] = useState(texts.defaultName)
  const [isMissing, setMissing] = useState(false)
  const type = (text: string) => {
    setName(text)
    onDirty?.(text !== texts.defaultName)
  }
  useUnsaved({ dirty: name !== texts.defaultName, working: add.isPending, discard: () => type(texts.defaultName) })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (add.isPending) return
    setMissing(name.trim() === '')
    if (name.trim() !== '') add.mutate(name, { onSuccess: onAdded })
  }

  const problemOf = (error: Error): string => {
    if (isRegistered(error)) return texts.exists
    return isCancelled(error) ? texts.cancelled : errorText(error)
  }

  if (!canUsePasskeys())
    return (
      <Notice tone="warning" isLasting>
        {step.noPasskeys}
      </Notice>
    )
  return (
    <form noValidate onSubmit={submit} onKeyDownCapture={submitFormByKey} className="flex flex-col gap-4">
      <p className="text-sm text-soft leading-relaxed">{texts.passkeyHint}</p>
      {add.error && <Notice>{problemOf(add.error)}</Notice>}
      <Field label={texts.name} hint={texts.nameHint} required error={isMissing ? texts.nameMissing : undefined}>
        {(control) => (
          <Input {...control} maxLength={100} value={name} onChange={(event) => type(event.target.value)} />
        )}
      </Field>
      <SetUpEnd texts={texts} isWorking={add.isPending} onCancel={onCancel} />
    </form>
  )
}
