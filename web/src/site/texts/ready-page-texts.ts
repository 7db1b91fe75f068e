import { defineTexts } from '../../platform/i18n.tsx'
import { company } from './company.ts'

/** The texts of the prerendered pages for refused forms, which are the same for everyone. No script needs these texts. */
export const readyPageTexts = defineTexts({
  no: {
    goBack: `Gå tilbake i nettleseren for å finne igjen det du skrev. Haster det, ring ${company.phone}.`,
  },
  en: {
    goBack: `Go back in your browser to find what you wrote. If it’s urgent, call ${company.phone}.`,
  },
})
