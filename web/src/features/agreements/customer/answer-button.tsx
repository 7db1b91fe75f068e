import { Button } from '../../../ui/base/button.tsx'
import { useResponseTexts } from './use-response-language.ts'

export interface AnswerButtonProps {
  /** Called to scroll to the form and focus it. */
  readonly onAnswer: () => void
  /** True if the deadline for accepting has passed; the button then asks for a new deadline. */
  readonly isExpired: boolean
  readonly className?: string
}

export function AnswerButton({ onAnswer, isExpired, className = '' }: AnswerButtonProps) {
  const { answer, newDeadline } = useResponseTexts()
  return (
    <Button variant="primary" className={`h-11 px-8 text-base ${className}`} onClick={onAnswer}>
      {isExpired ? newDeadline : answer}
    </Button>
  )
}
