import { type Formats, formatsIn } from '../../../platform/format/languages.ts'
import { useLanguage } from '../../../platform/i18n.tsx'
import { agreementResponseTexts } from './agreement-response-texts.ts'

/** Returns the texts in the agreement's language. Doesn't use `useTexts`, which would also replace company tags in text that a person typed. */
export const useResponseTexts = () => agreementResponseTexts[useLanguage().language]

export const useFormats = (): Formats => formatsIn[useLanguage().language]
