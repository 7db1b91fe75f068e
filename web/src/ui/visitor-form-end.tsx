import type { Ref } from 'react'
import { formTexts } from '../content/form-texts.ts'
import { useTexts } from '../platform/i18n.tsx'
import type { FormResult, Told } from './visitor-form.ts'

interface VisitorFormEndProps {
  readonly send: string
  readonly sending: string
  readonly isSending: boolean
  /** Why it cannot be sent yet, as the button's own state. */
  readonly disabled?: boolean
  readonly note: string
  readonly result: FormResult | null
  readonly told: Told | null
  readonly ref: Ref<HTMLDivElement>
}

/** The button of a form of the public site, and how the last try ended: as text that stays when the toast has gone. */
export function VisitorFormEnd(props: VisitorFormEndProps) {
  const { send, sending, isSending, disabled = false, note, result, told, ref } = props
  const texts = useTexts(formTexts)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 sm:col-span-2">
        <button
          type="submit"
          disabled={isSending || disabled}
          className="min-h-13 select-none rounded-sm bg-signal px-7 font-semibold text-on-signal transition-colors hover:bg-signal-strong disabled:cursor-not-allowed disabled:bg-soft aria-busy:cursor-progress"
          aria-busy={isSending}
        >
          {isSending ? sending : send}
        </button>
        <p className="max-w-80 text-[0.9375rem] text-soft">{note}</p>
      </div>
      <div className="empty:hidden sm:col-span-2">
        {result && told && <Result result={result} told={told} ref={ref} />}
      </div>
      <p className="scripts-failed-note text-danger sm:col-span-2">{texts.unavailable}</p>
      <noscript>
        <p className="text-danger sm:col-span-2">{texts.needsScript}</p>
      </noscript>
    </>
  )
}

/** The toast has been read out, so this is not again. */
function Result({ result, told, ref }: { result: FormResult; told: Told; ref: Ref<HTMLDivElement> }) {
  const texts = useTexts(formTexts)
  const kept = result.kind === 'failed' || result.kind === 'too-many'
  return (
    <div
      ref={ref}
      tabIndex={-1}
      data-result={result.kind}
      className={`border-l-4 py-1 pl-4 outline-none ${result.kind === 'sent' ? 'border-success' : 'border-danger'}`}
    >
      <p className="font-semibold">{told.title}</p>
      <p>{told.description}</p>
      {kept && <p>{texts.kept}</p>}
    </div>
  )
}
