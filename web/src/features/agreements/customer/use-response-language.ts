import { type Formats, formatsIn } from '../../../platform/format/languages.ts'
import { useLanguage } from '../../../platform/i18n.tsx'
import { agreementResponseTexts } from './agreement-response-texts.ts'

/** The customer's page in the agreement's language. Not `useTexts`: what people have written may contain the company's tags. */
export const useResponseTexts = () => agreementResponseTexts[useLanguage().language]

export const useFormats = (): Formats => formatsIn[useLanguage().language]
