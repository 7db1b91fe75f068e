/** A team member. Without a booking link, visitors write to the email address. */
export interface TeamMember {
  readonly name: string
  readonly role: { readonly no: string; readonly en: string }
  /** The name of one of the `drawnPortraits`, or the id of an uploaded photo; null without a picture. */
  readonly photo: string | null
  readonly bookingUrl: string | null
  readonly email: string | null
}

interface ProductLink {
  readonly name: string
  readonly url: string
}

/** The company's facts on the site, in mails and in agreements. */
export interface CompanyFacts {
  readonly name: string
  readonly shortName: string
  readonly organizationNumber: string
  readonly founded: number
  readonly phone: string
  readonly email: string
  readonly street: string
  readonly postCode: string
  readonly city: string
  /** The booking page at another service. If null, "Book en demo" opens an e-mail. */
  readonly bookingUrl: string | null
  /** The products that have their own sites. */
  readonly products: { readonly tool: ProductLink; readonly ai: ProductLink; readonly platform: ProductLink }
  /** Ids of third-party tags, which load only with the visitor's consent; null for a tag that isn't used. */
  readonly tags: { readonly googleAnalytics: string | null; readonly metaPixel: string | null }
  /** If true, the site asks about cookies even without a tag. With a tag, it always asks. */
  readonly asksAboutCookies: boolean
  readonly team: readonly TeamMember[]
}

/** The portraits that come with Kontor. */
export const drawnPortraits = ['kari', 'ola', 'lise', 'per'] as const

const bookingSite = 'https://booking.eksempel.example'

/** An example, until the company enters its own facts in the office. */
export const deliveredCompany: CompanyFacts = {
  name: 'Eksempel AS',
  shortName: 'Eksempel',
  organizationNumber: '999 999 999',
  founded: 2014,
  phone: '+47 12 34 56 78',
  email: 'post@eksempel.example',
  street: 'Storgata 1',
  postCode: '0001',
  city: 'Eksempelby',
  bookingUrl: `${bookingSite}/demo`,
  products: {
    tool: { name: 'Digitool', url: 'https://digitool.example' },
    ai: { name: 'Digitool AI', url: 'https://ai.digitool.example' },
    platform: { name: 'Digitun', url: 'https://digitun.example' },
  },
  tags: { googleAnalytics: null, metaPixel: null },
  asksAboutCookies: true,
  team: [
    {
      name: 'Kari Nordmann',
      role: { no: 'Daglig leder', en: 'Managing director' },
      photo: 'kari',
      bookingUrl: `${bookingSite}/kari`,
      email: null,
    },
    {
      name: 'Ola Nordmann',
      role: { no: 'Rådgiver, kvalitet og miljø', en: 'Adviser, quality and environment' },
      photo: 'ola',
      bookingUrl: `${bookingSite}/ola`,
      email: null,
    },
    {
      name: 'Lise Nordmann',
      role: { no: 'Utvikler', en: 'Developer' },
      photo: 'lise',
      bookingUrl: `${bookingSite}/lise`,
      email: null,
    },
    {
      name: 'Per Nordmann',
      role: { no: 'Brukerstøtte', en: 'User support' },
      photo: 'per',
      bookingUrl: null,
      email: 'per@eksempel.example',
    },
  ],
}

/** Placeholders in the site's texts. The site shows the company's current fact in place of each. */
export const companyTags = {
  name: '{firmanavn}',
  shortName: '{kortnavn}',
  organizationNumber: '{orgnr}',
  founded: '{stiftet}',
  phone: '{telefon}',
  email: '{e-post}',
  street: '{gate}',
  postCode: '{postnummer}',
  city: '{poststed}',
} as const

export type TaggedFact = keyof typeof companyTags

export const taggedFacts = Object.keys(companyTags) as TaggedFact[]

/** Replaces the placeholders in a text with the company's facts. */
export const fillCompanyTags = (text: string, company: Pick<CompanyFacts, TaggedFact>): string =>
  text.includes('{')
    ? taggedFacts.reduce((filled, fact) => filled.replaceAll(companyTags[fact], () => String(company[fact])), text)
    : text

/** Maximum lengths, in characters; `team` is the maximum number of people. */
export const companyLimits = {
  name: 100,
  shortName: 30,
  organizationNumber: 20,
  phone: 30,
  street: 100,
  postCode: 10,
  city: 60,
  url: 300,
  productName: 40,
  tag: 40,
  memberName: 80,
  role: 80,
  team: 12,
} as const

/** Maximum size of an uploaded photo: the file's bytes, and the number of pixels. */
export const photoLimits = { bytes: 10 * 2 ** 20, pixels: 50_000_000 } as const
export const photoWidths = [320, 640, 960] as const
export const photoFormats = ['avif', 'webp'] as const
export type PhotoFormat = (typeof photoFormats)[number]

export const photoFolder = '/photos'

/** Returns the path of an uploaded photo on the site. */
export const photoPath = (id: string, width: number, format: PhotoFormat): string =>
  `${photoFolder}/${id}-${width}.${format}`
