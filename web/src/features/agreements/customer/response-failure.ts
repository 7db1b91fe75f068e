import { ApiError, errorText, NetworkError } from '../../../platform/api-client.ts'
import type { Language } from '../../../platform/i18n.tsx'
import { englishFailures, englishSentences } from './agreement-response-texts.ts'

/** Returns one of the server's sentences in the customer's language. */
export const sentenceIn = (language: Language, sentence: string): string =>
  language === 'en' ? (englishSentences[sentence] ?? sentence) : sentence

/** Returns the message for an error of a call, in the customer's language. */
export const failureText = (language: Language, error: unknown): string => {
  if (language === 'no') return errorText(error)
  if (error instanceof NetworkError) return englishFailures.network
  if (!(error instanceof ApiError)) return englishFailures.other
  const translated = englishSentences[error.text]
  if (translated !== undefined) return translated
  return error.status === 429 ? englishFailures.tooMany : englishFailures.other
}
