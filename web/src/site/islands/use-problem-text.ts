import type { FieldProblem } from '@kontor/contract/shared/public-form'
import { useLanguage, useTexts } from '../../platform/i18n.tsx'
import { formTexts } from '../texts/form-texts.ts'

/** Returns the error text at a field. English pages replace the server's Norwegian message by the limit or a generic text. */
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
