import { defineTexts } from '../../platform/i18n.tsx'

/** The texts about the three products, on the home page and on the products' own page. */
export const productTexts = defineTexts({
  no: {
    title: 'Tre verktøy, én måte å tenke på',
    lead: 'Alt vi lager, skal kunne læres i lunsjen og brukes på en telefon med sprukket skjerm.',
    readMore: 'Les mer',
    all: 'Produktene i detalj',
    readMoreAbout: (name: string) => `om ${name}`,
    products: {
      tool: {
        kind: 'Digitalt verktøy for internkontroll og HMS',
        text: 'Avvik meldes der de skjer, sjekklister fylles ut på stedet, og håndboken er alltid siste versjon. Lederen ser hva som venter, uten å lete.',
        points: [
          'Avvik med bilde, rett fra telefonen',
          'Risikovurdering, vernerunde og handlingsplan på samme sted',
          'En håndbok som alle finner, og som viser hvem som har lest den',
        ],
        forWhom:
          'For bedrifter med folk ute: bygg, renhold, verksted, omsorg, butikk. Kravene i internkontrollforskriften er lagt inn fra første dag, og dere fjerner det som ikke gjelder dere.',
      },
      ai: {
        kind: 'Det samme verktøyet, med kunstig intelligens',
        text: 'Fortell hva som skjedde, med egne ord. Verktøyet foreslår alvorlighetsgrad, krav og tiltak. Du bestemmer.',
        points: [
          'Utkast til rutiner og risikovurderinger for bransjen deres',
          'Svar fra egen håndbok, med henvisning til avsnittet',
          'Ingenting gjelder før et menneske har godkjent det',
        ],
        forWhom:
          'For dem som har verktøyet, men ikke timene til å skrive. Hvert forslag sier hva det bygger på, og dere retter det før det gjelder.',
      },
      platform: {
        kind: 'Digital plattform',
        text: 'Kunder, oppdrag, skjemaer og dokumenter på ett sted, koblet til systemene dere har. Begynn med én arbeidsflyt, og bygg på.',
        points: [
          'Tilgang etter rolle, også for kunder og innleide',
          // The word joiner keeps the word on one line.
          'Koblinger til regnskap, kalender og e-\u2060post',
          'Dataene er deres, og kan hentes ut når som helst',
        ],
        forWhom:
          'For dem som har vokst ut av regneark og fellesmapper, men ikke skal ha et stort system. Dere starter med det som haster mest, og resten flytter inn når dere er klare.',
      },
    },
    page: {
      title: 'Verktøy som tåler en arbeidsdag.',
      lead: 'Tre produkter som deler innlogging, språk og tankegang. Velg det dere trenger nå; de andre kan komme senere, uten at noe må flyttes.',
      forWhomTitle: 'Hvem det er for',
      pointsTitle: 'Det dere får',
      custom: 'Skreddersydde applikasjoner',
      togetherTitle: 'Se det før dere bestemmer dere',
      together:
        'Vi viser verktøyet på skjerm, med eksempler fra bransjen deres. Passer det ikke, sier vi det før dere gjør det.',
    },
  },
  en: {
    title: 'Three tools, one way of thinking',
    lead: 'Everything we make can be learnt over lunch and used on a phone with a cracked screen.',
    readMore: 'Read more',
    all: 'The products in detail',
    readMoreAbout: (name: string) => `about ${name}`,
    products: {
      tool: {
        kind: 'A digital tool for health and safety and internal control',
        text: 'Nonconformities are reported where they happen, checklists are filled in on the spot, and the handbook is always up to date. Managers see what’s waiting without having to look for it.',
        points: [
          'Nonconformities with a photo, straight from the phone',
          'Risk assessment, safety rounds and action plan in one place',
          'A handbook that everyone can find, and that shows who has read it',
        ],
        forWhom:
          'For businesses with people out and about: construction, cleaning, workshops, care, retail. The requirements of the Norwegian internal control regulations are built in, and you remove what doesn’t apply.',
      },
      ai: {
        kind: 'The same tool, with artificial intelligence',
        text: 'Say what happened, in your own words. The tool suggests the severity, the requirements and what to do. You decide.',
        points: [
          'Draft routines and risk assessments for your industry',
          'Answers from your own handbook, with a reference to the paragraph',
          'Nothing counts until a person has approved it',
        ],
        forWhom:
          'For those who have the tool but not the hours to write. Every suggestion says what it is based on, and you edit it before it counts.',
      },
      platform: {
        kind: 'A digital platform',
        text: 'Customers, jobs, forms and documents in one place, connected to the systems you have. Start with one workflow and build from there.',
        points: [
          'Access by role, for customers and contractors too',
          'Connections to accounting, calendar and email',
          'The data is yours, and you can export it at any time',
        ],
        forWhom:
          'For those who have outgrown spreadsheets and shared folders but don’t need a large system. You start with what’s most urgent, and the rest moves in when you’re ready.',
      },
    },
    page: {
      title: 'Tools that stand up to a working day.',
      lead: 'Three products that share a login, a language and a way of thinking. Choose the one you need now; the others can follow later, with nothing to move.',
      forWhomTitle: 'Who it is for',
      pointsTitle: 'What you get',
      custom: 'Custom applications',
      togetherTitle: 'See it before you decide',
      together:
        'We show you the tool on screen, with examples from your industry. If it isn’t right for you, we’ll say so before you do.',
    },
  },
})

export type ProductId = keyof typeof productTexts.no.products

export const productIds: readonly ProductId[] = ['tool', 'ai', 'platform']
