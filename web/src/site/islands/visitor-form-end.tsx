import type { FormResult } from '@kontor/contract/shared/public-form'
import { type MouseEvent, type Ref, useId } from 'react'
import { useTexts } from '../../platform/i18n.tsx'
import { formTexts } from '../texts/form-texts.ts'
import type { ResultText } from './use-visitor-form.ts'

interface VisitorFormEndProps {
  readonly send: string
  readonly sending: string
  readonly isSending: boolean
  /** The reason why the form cannot be sent yet. */
  readonly blocked?: string | undefined
  readonly note: string
  readonly result: FormResult | null
  readonly resultText: ResultText | null
  /** The advice about the input after a failure. By default it says that the input is still there. */
  readonly advice: string | undefined
  readonly ref: Ref<HTMLDivElement>
}

/** Ignores the second click of a double click: it must not send the form again, or move the focus away from a shown result. */
const ignoreSecondClick = (event: MouseEvent): void => {
  if (event.detail > 1) event.preventDefault()
}

/** The submit button of a public form, and the last attempt's result as text, which stays when the toast is gone. */
export function VisitorFormEnd(props: VisitorFormEndProps) {
  const { send, sending, isSending, blocked, note } = props
  const noteId = useId()
  const texts = useTexts(formTexts)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 sm:col-span-2">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: receives the clicks on the disabled button, which would move the focus */}
        <span
          className="has-aria-busy:cursor-progress cursor-not-allowed"
          onMouseDown={ignoreSecondClick}
          onClickCapture={ignoreSecondClick}
        >
          <button
            type="submit"
            disabled={isSending || blocked !== undefined}
            aria-describedby={noteId}
            className={`min-h-13 min-w-44 cursor-pointer select-none rounded-sm bg-signal px-7 font-semibold text-on-signal transition-colors hover:bg-signal-strong disabled:pointer-events-none ${blocked === undefined ? '' : 'opacity-50'}`}
            aria-busy={isSending}
          >
            {isSending ? sending : send}
          </button>
        </span>
        <p id={noteId} className="max-w-80 text-[0.9375rem] text-soft">
          {blocked ?? note}
        </p>
      </div>
      <VisitorResult {...props} />
      <p className="scripts-failed-note text-danger sm:col-span-2">{texts.unavailable}</p>
    </>
  )
}

/** Shows the result. Not a live region, since screen readers have already announced the toast. */
export function VisitorResult(props: Pick<VisitorFormEndProps, 'result' | 'resultText' | 'advice' | 'ref'>) {
  const { result, resultText, advice, ref } = props
  const texts = useTexts(formTexts)
  if (!result || !resultText) return null
  const keepsInput = result.kind === 'failed' || result.kind === 'too-many'
  return (
    <div
      ref={ref}
      tabIndex={-1}
      data-result={result.kind}
      className={`border-l-4 py-1 pl-4 outline-none sm:col-span-2 ${result.kind === 'sent' ? 'border-success' : 'border-danger'}`}
    >
      <p className="font-semibold">{resultText.title}</p>
      <p>{resultText.description}</p>
      {keepsInput && <p>{advice ?? texts.kept}</p>}
    </div>
  )
}
