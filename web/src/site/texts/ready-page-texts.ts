import { defineTexts } from '../../platform/i18n.tsx'
import { company } from './company.ts'

/** The texts of prerendered refusals, which are the same for everyone. No script needs them. */
export const readyPageTexts = defineTexts({
  no: {
    goBack: `Gå tilbake i nettleseren for å finne igjen det du skrev. Haster det, ring ${company.phone}.`,
  },
  en: {
    goBack: `Go back in your browser to find what you wrote. If it’s urgent, call ${company.phone}.`,
  },
})
