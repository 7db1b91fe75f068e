import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError, errorText } from '../../../platform/api-client.ts'
import { loadable } from '../../../ui/base/loadable.tsx'
import { Skeleton } from '../../../ui/base/skeleton.tsx'
import { Notice } from '../../../ui/base/states.tsx'
import { Field, Input } from '../../../ui/form/field.tsx'
import { submitFormByKey } from '../../../ui/form/submit-by-key.ts'
import { useUnsaved } from '../../../ui/form/use-unsaved.ts'
import { type AddedFactor, totpStartQuery, useConfirmTotp } from '../second-factor.api.ts'
import { type Language, secondFactorTexts } from './second-factor-texts.ts'
import { SetUpEnd } from './set-up-end.tsx'

/** Reserves the space of the QR code while it loads. */
const placeholder = <Skeleton className="size-52 rounded-md" />

const QrCode = loadable(async () => (await import('./qr-code.tsx')).QrCode, placeholder)

interface AppSetUpProps {
  readonly language?: Language
  readonly onAdded: (added: AddedFactor) => void
  /** Both are passed only in a dialog. */
  readonly onCancel?: () => void
  readonly onDirty?: (isDirty: boolean) => void
}

/** Shows a new secret as a QR code and as text, and has a field for the app's first code. */
export function AppSetUp({ language = 'no', onAdded, onCancel, onDirty }: AppSetUpProps) {
  const texts = secondFactorTexts[language].setUp
  const { data: start, error } = useQuery(totpStartQuery)
  const confirm = useConfirmTotp()
  const [code, setCode] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const type = (text: string) => {
    setCode(text)
    onDirty?.(text !== '')
  }
  useUnsaved({ dirty: code !== '', working: confirm.isPending, discard: () => type('') })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (!start || confirm.isPending) return
    confirm.mutate({ ticket: start.ticket, code }, { onSuccess: onAdded, onError: () => input.current?.select() })
  }

  const isWrong = confirm.error instanceof ApiError && confirm.error.fields.code !== undefined
  if (error) return <Notice>{errorText(error)}</Notice>
  return (
    <form noValidate onSubmit={submit} onKeyDownCapture={submitFormByKey} className="flex flex-col gap-4">
      <p className="text-sm text-soft leading-relaxed">{texts.scan}</p>
      {start ? (
        <QrCode text={start.uri} label={texts.qr} />
      ) : (
        <div role="status">
          <span className="sr-only">{texts.loading}</span>
          {placeholder}
        </div>
      )}
      <p className="text-[0.8125rem] text-soft">
        {texts.secret}
        <span className="mt-1 block font-mono text-ink [overflow-wrap:anywhere]">
          {start?.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
        </span>
      </p>
      {confirm.error && !isWrong && <Notice>{errorText(confirm.error)}</Notice>}
      <Field label={texts.code} error={isWrong ? texts.wrongCode : undefined}>
        {(control) => (
          <Input
            {...control}
            ref={input}
            inputMode="numeric"
            autoComplete="one-time-code"
            className="max-w-44 text-lg tabular-nums tracking-widest"
            value={code}
            onChange={(event) => type(event.target.value)}
          />
        )}
      </Field>
      <SetUpEnd texts={texts} isWorking={confirm.isPending} isReady={start !== undefined} onCancel={onCancel} />
    </form>
  )
}
