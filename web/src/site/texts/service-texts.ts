import { defineTexts } from '../../platform/i18n.tsx'
import type { AnchorId } from './anchors.ts'

/** The texts about the five services on the home page, and the four kinds of advice on the services' page. */
export const serviceTexts = defineTexts({
  no: {
    title: 'Rådene ender i noe dere bruker',
    lead: 'Vi skriver ikke rapporter som blir liggende. Hvert oppdrag slutter med noe dere bruker: en rutine, et miljøregnskap eller et verktøy.',
    more: 'Slik jobber vi',
    custom: 'Skreddersydde applikasjoner',
    cards: {
      digitalisation: {
        name: 'Digitalisering',
        text: 'Vi følger en arbeidsdag, finner ut hvor tiden går, og bytter papir og dobbeltføring med verktøy som folk faktisk åpner.',
      },
      quality: {
        name: 'ISO 9001',
        text: 'Kvalitetsledelse som får plass i hverdagen. Vi bygger systemet sammen med dere og er med når revisoren kommer.',
      },
      environment: {
        name: 'ISO 14001',
        text: 'Miljøledelse som begynner med det dere påvirker mest: energi, avfall, transport, innkjøp. Med mål som kan måles.',
      },
      lighthouse: {
        name: 'Miljøfyrtårn',
        text: 'Fra kartlegging til sertifisering. Vi ordner dokumentasjonen, dere gjør tiltakene, og vi møter sertifisøren sammen.',
      },
      transparency: {
        name: 'Digitool Transparency',
        text: 'Kartlegg leverandørene, vurder risikoen, og ha redegjørelsen etter åpenhetsloven klar før 30. juni.',
      },
    },
    page: {
      title: 'Råd fra folk som blir til det virker.',
      lead: 'Fire fag som henger sammen. Begynn med ett av dem, så er mye av jobben med det neste gjort.',
      outcomeTitle: 'Dere sitter igjen med',
      list: {
        digitalisation: {
          name: 'Digitalisering',
          text: 'Vi begynner ikke med et system, men med en vanlig dag hos dere. Hvor skrives det samme to ganger? Hva ligger i hodet på én person? Hva venter alle på? Svarene blir en kort liste, sortert etter hvor mye tid hvert punkt koster.',
          more: 'Så tar vi det øverste først. Noen ganger er løsningen et verktøy dere allerede betaler for, brukt annerledes. Andre ganger bygger vi noe nytt.',
          outcome: [
            'Et kart over arbeidsflyten, slik den faktisk går',
            'Én ny løsning i drift før vi begynner på den neste',
            'Folk som kan den, fordi de var med på å lage den',
          ],
        },
        environment: {
          name: 'Miljøsertifisering',
          text: 'ISO 14001 og Miljøfyrtårn svarer på det samme spørsmålet på to måter: Hva gjør virksomheten deres med omgivelsene, og hva gjør dere med det? Vi hjelper dere å velge den som passer kundene og størrelsen deres.',
          more: 'Deretter kartlegger vi utslipp, avfall, energi og innkjøp, setter mål dere kan nå, og samler dokumentasjonen underveis, så revisjonen blir en gjennomgang og ikke en eksamen.',
          outcome: [
            'Dokumentasjonen som sertifiseringen krever',
            'Et miljøregnskap som kan vises til kunder',
            'Tiltak mot strømbruk og avfall, med ansvarlig og frist',
          ],
        },
        quality: {
          name: 'Kvalitetsledelse',
          text: 'ISO 9001 har rykte på seg for permer. Standarden ber om det motsatte: at dere vet hva kunden skal ha, gjør det likt hver gang, og lærer av det som går galt. Vi skriver rutinene så korte at de blir lest.',
          more: 'Vi gjør internrevisjonen sammen med dere første gang, er med når sertifiseringsorganet kommer, og lærer opp den som skal eie systemet etterpå.',
          outcome: [
            'Et kvalitetssystem på deres språk, tilpasset størrelsen deres',
            'Avvik som fører til endring, og ikke bare til et nummer',
            'En kvalitetsansvarlig som ikke trenger oss lenger',
          ],
        },
        control: {
          name: 'Internkontroll og HMS',
          text: 'Alle arbeidsgivere skal ha internkontroll. De færreste har tid til å finne ut hva det betyr for akkurat dem. Vi går gjennom arbeidsplassen, peker på det som haster, og setter opp resten i den rekkefølgen det gir mening.',
          more: 'Risikovurderinger gjøres sammen med dem som gjør jobben. Rutinene legges der folk er: i telefonen, på maskinen, ved døren.',
          outcome: [
            'En internkontroll dere kan vise frem ved et tilsyn',
            'Verneombud og leder som vet hva de skal gjøre, og når',
            'Avvik som blir meldt, fulgt opp og rettet',
          ],
        },
      },
      schemes: {
        'iso-14001': {
          name: 'ISO 14001',
          text: 'Den internasjonale standarden for miljøledelse. Velg den når kunder eller anbud ber om den, eller når dere alt har ISO 9001.',
        },
        'eco-lighthouse': {
          name: 'Miljøfyrtårn',
          text: 'Den norske ordningen, med ferdige kriterier for hver bransje. Velg den når dere vil i gang uten å bygge et helt ledelsessystem.',
        },
      },
      contactTitle: 'Fortell oss hvor det butter',
      contactText: 'Dere trenger ikke vite hva det heter, eller hvilket fag det hører til.',
      contact: 'Kontakt oss',
      transparencyTitle: 'Leverandører og åpenhetsloven',
      transparencyText:
        'For virksomheter som omfattes av åpenhetsloven, har vi laget et eget verktøy: leverandørkart, spørreundersøkelser, risikoskår og redegjørelse.',
      transparencyLink: 'Se Digitool Transparency',
    },
  },
  en: {
    title: 'Advice that ends in something you use',
    lead: 'We don’t write reports that gather dust. Every project ends with something you use: a routine, environmental accounts or a tool.',
    more: 'How we work',
    custom: 'Custom applications',
    cards: {
      digitalisation: {
        name: 'Digitalisation',
        text: 'We follow you through a working day, find out where the time goes, and replace paper and double entry with tools that people actually open.',
      },
      quality: {
        name: 'ISO 9001',
        text: 'Quality management that fits into everyday work. We build the system together with you and are there when the auditor comes.',
      },
      environment: {
        name: 'ISO 14001',
        text: 'Environmental management that starts with what you affect most: energy, waste, transport, purchasing. With goals that can be measured.',
      },
      lighthouse: {
        // The word joiner keeps the name on one line.
        name: 'Miljøfyrtårn (Eco-\u2060Lighthouse)',
        text: 'From survey to certification. We prepare the documentation, you carry out the measures, and we meet the certifier together.',
      },
      transparency: {
        name: 'Digitool Transparency',
        text: 'Map your suppliers, assess the risk, and have the Transparency Act statement ready before 30 June.',
      },
    },
    page: {
      title: 'Advice from people who stay until it works.',
      lead: 'Four fields that belong together. Start with one of them, and much of the work for the next is done.',
      outcomeTitle: 'What you end up with',
      list: {
        digitalisation: {
          name: 'Digitalisation',
          text: 'We don’t start with a system, but with an ordinary day at work. Where is the same thing written down twice? What exists only in one person’s head? What is everyone waiting for? The answers become a short list, sorted by how much time each item costs.',
          more: 'Then we start at the top. Sometimes the solution is a tool you already pay for, used differently. Other times we build something new.',
          outcome: [
            'A map of the workflow as it really runs',
            'One new solution in use before we start on the next',
            'People who know it, because they helped make it',
          ],
        },
        environment: {
          name: 'Environmental certification',
          text: 'ISO 14001 and Eco-Lighthouse answer the same question in two ways: what does your business do to its surroundings, and what do you do about it? We help you choose the one that suits your customers and your size.',
          more: 'Then we survey emissions, waste, energy and purchasing, set goals you can reach, and gather the documentation along the way, so that the audit becomes a review and not an exam.',
          outcome: [
            'The documentation that certification requires',
            'Environmental accounts you can show your customers',
            'Measures against power use and waste, each with an owner and a deadline',
          ],
        },
        quality: {
          name: 'Quality management',
          text: 'ISO 9001 has a reputation for binders. The standard asks for the opposite: that you know what the customer should get, do it the same way every time, and learn from what goes wrong. We keep the routines short enough to be read.',
          more: 'We do the first internal audit together with you, are there when the certification body comes, and train the person who will run the system afterwards.',
          outcome: [
            'A quality system in your own words, the right size for you',
            'Nonconformities that lead to change, and not just to a number',
            'A quality manager who no longer needs us',
          ],
        },
        control: {
          name: 'Health and safety and internal control',
          text: 'Every employer in Norway must have internal control: routines that keep work safe. Few have the time to find out what that means for them. We walk through the workplace, point out what’s urgent, and plan the rest, one sensible step at a time.',
          more: 'Risk assessments are made together with the people who do the work. The routines go where they are: on the phone, at the machine, by the door.',
          outcome: [
            'Internal control you can show at an inspection',
            'A safety representative and a manager who know what to do, and when',
            'Nonconformities that are reported, followed up and put right',
          ],
        },
      },
      schemes: {
        'iso-14001': {
          name: 'ISO 14001',
          text: 'The international standard for environmental management. Choose it when customers or tenders ask for it, or when you already have ISO 9001.',
        },
        'eco-lighthouse': {
          name: 'Eco-Lighthouse (Miljøfyrtårn)',
          text: 'The Norwegian scheme, with ready-made criteria for each industry. Choose it when you want to get going without building a whole management system.',
        },
      },
      contactTitle: 'Tell us where it gets stuck',
      contactText: 'You don’t need to know what it’s called, or which field it belongs to.',
      contact: 'Contact us',
      transparencyTitle: 'Suppliers and the Transparency Act',
      transparencyText:
        'For businesses covered by the Norwegian Transparency Act, we’ve made a dedicated tool: supplier map, surveys, risk score and statement.',
      transparencyLink: 'See Digitool Transparency',
    },
  },
})

export type ServiceId = keyof typeof serviceTexts.no.cards
export type AdviceId = keyof typeof serviceTexts.no.page.list

/** The cards on the home page, and where each links to: a section of the services' page, or a page of its own. */
export const serviceCards: readonly {
  readonly id: ServiceId
  readonly path: string
  readonly section: AnchorId | null
}[] = [
  { id: 'digitalisation', path: '/tjenester', section: 'digitalisation' },
  { id: 'quality', path: '/tjenester', section: 'quality' },
  { id: 'environment', path: '/tjenester', section: 'iso-14001' },
  { id: 'lighthouse', path: '/tjenester', section: 'eco-lighthouse' },
  { id: 'transparency', path: '/transparency', section: null },
]

export const schemeIds = ['iso-14001', 'eco-lighthouse'] as const

export const adviceIds: readonly AdviceId[] = ['digitalisation', 'environment', 'quality', 'control']
