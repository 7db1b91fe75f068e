import { company } from '@kontor/contract/shared/company'
import { defineTexts } from '../platform/i18n.tsx'

/** What stands in the browser's tab and in search results. */
export const pageTexts = {
  home: defineTexts({
    no: {
      title: `${company.name} – din digitale utviklingspartner`,
      description:
        'Digitalisering, kunstig intelligens, kvalitet og miljø for små og mellomstore bedrifter. Vi bygger det dere trenger, og blir til det virker.',
    },
    en: {
      title: `${company.name} – your digital development partner`,
      description:
        'Digitalisation, AI, quality and environmental certification for small and medium-sized businesses. We build what you need and stay until it works.',
    },
  }),
  notFound: defineTexts({
    no: { title: `Siden finnes ikke – ${company.name}`, description: 'Adressen fører ingen steder.' },
    en: { title: `Page not found – ${company.name}`, description: 'This address leads nowhere.' },
  }),
} as const
