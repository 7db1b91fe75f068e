import { Button } from '../../../ui/button.tsx'
import { useResponseTexts } from './use-response-language.ts'

export interface AnswerButtonProps {
  /** Scrolls to the form and focuses it. */
  readonly onAnswer: () => void
  readonly className?: string
}

export function AnswerButton({ onAnswer, className = '' }: AnswerButtonProps) {
  const { answer } = useResponseTexts()
  return (
    <Button variant="primary" className={`h-11 px-8 text-base ${className}`} onClick={onAnswer}>
      {answer}
    </Button>
  )
}
