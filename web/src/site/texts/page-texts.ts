import { defineTexts } from '../../platform/i18n.tsx'
import { company } from './company.ts'

/** The texts of the browser's tab and of search results, by page. */
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
        'Digitalisation, AI, quality and the environment for small and medium-sized businesses. We build what you need and stay until it works.',
    },
  }),
  about: defineTexts({
    no: {
      title: `Om oss – ${company.name}`,
      description: `Hvem vi er, hva vi vil, og de fire verdiene vi jobber etter: kundeorientert, enkel, tilgjengelig og helhetlig. Fra ${company.city}, siden ${company.founded}.`,
    },
    en: {
      title: `About us – ${company.name}`,
      description: `Who we are, what we want, and the four values we work by: customer-oriented, simple, accessible and holistic. From ${company.city}, since ${company.founded}.`,
    },
  }),
  products: defineTexts({
    no: {
      title: `Produkter – ${company.name}`,
      description:
        'Et digitalt verktøy for internkontroll og HMS, det samme verktøyet med kunstig intelligens, og en digital plattform for små og mellomstore bedrifter.',
    },
    en: {
      title: `Products – ${company.name}`,
      description:
        'A digital tool for health and safety and internal control, the same tool with artificial intelligence, and a digital platform for small businesses.',
    },
  }),
  services: defineTexts({
    no: {
      title: `Tjenester – ${company.name}`,
      description:
        'Rådgivning om digitalisering, miljøsertifisering, kvalitetsledelse, internkontroll og HMS. Hvert oppdrag slutter med noe dere bruker.',
    },
    en: {
      title: `Services – ${company.name}`,
      description:
        'Advice on digitalisation, environmental certification, quality management, and health and safety. Every project ends with something you use.',
    },
  }),
  custom: defineTexts({
    no: {
      title: `Skreddersydde applikasjoner – ${company.name}`,
      description:
        'Når ingen hyllevare passer, bygger vi applikasjonen som gjør det: i korte etapper, sammen med dem som skal bruke den.',
    },
    en: {
      title: `Custom applications – ${company.name}`,
      description:
        'When nothing off the shelf fits, we build the application that does: in short stages, together with the people who will use it.',
    },
  }),
  contact: defineTexts({
    no: {
      title: `Kontakt – ${company.name}`,
      description: `Ring ${company.phone}, skriv til ${company.email}, eller besøk oss i ${company.street}, ${company.city}. Et menneske svarer.`,
    },
    en: {
      title: `Contact – ${company.name}`,
      description: `Call ${company.phone}, write to ${company.email}, or visit us at ${company.street}, ${company.city}. A real person answers.`,
    },
  }),
  privacy: defineTexts({
    no: {
      title: `Personvernerklæring – ${company.name}`,
      description:
        'Hva vi vet om deg, hvorfor vi vet det, og når vi glemmer det. Med oversikt over informasjonskapsler og rettighetene dine.',
    },
    en: {
      title: `Privacy statement – ${company.name}`,
      description:
        'What we know about you, why we know it, and when we forget it. With a list of cookies and of your rights.',
    },
  }),
  transparency: defineTexts({
    no: {
      title: `Digitool Transparency: åpenhetsloven – ${company.name}`,
      description:
        'Kartlegg leverandørene, send undersøkelser, vurder risikoen med fem faktorer, følg opp tiltakene og få redegjørelsen etter åpenhetsloven ferdig.',
    },
    en: {
      title: `Digitool Transparency: the Transparency Act – ${company.name}`,
      description:
        'Map your suppliers, send surveys, assess the risk by five factors, follow up the measures and finish your Transparency Act statement.',
    },
  }),
  'not-found': defineTexts({
    no: { title: `Siden finnes ikke – ${company.name}`, description: 'Adressen fører ingen steder hen.' },
    en: { title: `Page not found – ${company.name}`, description: 'This address leads nowhere.' },
  }),
} as const
