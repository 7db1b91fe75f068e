import { Figures } from '../../../ui/base/figures.tsx'
import { bottomBar } from '../../../ui/toast/bottom-bar.ts'
import type { PublicAgreement } from '../agreements.api.ts'
import { AnswerButton, type AnswerButtonProps } from './answer-button.tsx'
import { totalOf } from './response-head.tsx'
import { useLastDay } from './use-last-day.ts'
import { useFormats, useResponseTexts } from './use-response-language.ts'

interface ResponseBarProps extends Pick<AnswerButtonProps, 'onAnswer'> {
  readonly agreement: PublicAgreement['agreement']
}

/** Keeps the total and the answer button visible on long agreements. */
export function ResponseBar({ agreement, onAnswer }: ResponseBarProps) {
  const texts = useResponseTexts()
  const formats = useFormats()
  const lastDay = useLastDay(agreement)
  return (
    <aside
      aria-label={texts.barLabel}
      data-bottom-bar
      ref={bottomBar}
      className="fixed inset-x-0 bottom-0 z-40 border-ink border-t bg-surface pb-[env(safe-area-inset-bottom)] print:hidden"
    >
      <div className="mx-auto flex max-w-4xl items-center justify-between gap-4 px-5 py-2.5 sm:px-8">
        <p className="min-w-0 leading-tight">
          <span className="block text-[0.8125rem] text-soft">{texts.total}</span>
          <span className="font-semibold text-lg tracking-tight whitespace-nowrap">
            <Figures text={formats.amount(totalOf(agreement))} />
          </span>
        </p>
        {lastDay && (
          <p className="mr-auto min-w-0 leading-tight max-sm:hidden">
            <span className="block text-[0.8125rem] text-soft">{texts.validUntil}</span>
            {lastDay}
          </p>
        )}
        <AnswerButton onAnswer={onAnswer} isExpired={agreement.expired} />
      </div>
    </aside>
  )
}
