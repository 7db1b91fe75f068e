/** The names by which Norwegian pages link to their sections. The sections' own ids are English and work in both languages. */
export const norwegianAnchors = {
  // The home page.
  hero: 'toppen',
  products: 'produkter',
  services: 'tjenester',
  about: 'om-oss',
  'webinar-registration': 'webinarer',
  contact: 'kontakt',
  // The products' page.
  tool: 'verktoy',
  ai: 'kunstig-intelligens',
  platform: 'plattform',
  // The services' page.
  digitalisation: 'digitalisering',
  environment: 'miljosertifisering',
  'iso-14001': 'iso-14001',
  'eco-lighthouse': 'miljofyrtarn',
  quality: 'kvalitetsledelse',
  control: 'internkontroll',
  // The privacy statement.
  controller: 'ansvarlig',
  data: 'opplysninger',
  purpose: 'formal',
  forms: 'skjemaer',
  cookies: 'informasjonskapsler',
  recipients: 'mottakere',
  transfer: 'overforing',
  retention: 'lagringstid',
  security: 'sikkerhet',
  rights: 'rettigheter',
  complaints: 'klage',
} as const

export type AnchorId = keyof typeof norwegianAnchors
