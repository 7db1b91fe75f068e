import type { FieldProblem } from '@kontor/contract/shared/public-form'
import { useLanguage, useTexts } from '../../platform/i18n.tsx'
import { formTexts } from '../texts/form-texts.ts'

/** The error text at a field. The server's own messages are Norwegian; in English the limit or a generic one replaces them. */
export const useProblemText = (field: string, problem: FieldProblem | undefined, missing?: string): string | null => {
  const texts = useTexts(formTexts)
  const { language } = useLanguage()
  if (problem === undefined) return null
  if (typeof problem === 'object') {
    if (language === 'no') return problem.sentence
    return problem.max ? texts.tooLong(problem.max) : texts.checkField
  }
  if (problem === 'missing') return missing ?? texts.checkField
  if (field === 'email') return texts.invalidEmail
  return field === 'name' ? texts.addressInName : texts.checkField
}
