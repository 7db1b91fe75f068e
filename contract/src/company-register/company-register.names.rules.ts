/** Rewrites names and towns that the register stores in capitals. Names with a lower-case letter are left alone. */

import type { Company, CompanyRoles } from './company-register.schema.ts'

const wordsOf = (list: string): ReadonlySet<string> => new Set(list.split(' '))

/** Legal forms, and abbreviations with a vowel. Abbreviations without a vowel (NRK, VVS) needn't be listed. */
const abbreviations = wordsOf(
  'AS ASA NUF SA ANS DA ENK KF FKF BA IKS SE AB IL IF UL IT IKT ICT AI EU EØS USA ABC NAV NHO LO EDB',
)

/** The legal forms that names end with. */
export const legalForms = wordsOf('AS ASA NUF SA ANS DA ENK KS KF BA IKS')

/** Words that the rules below would spell wrong: capitals → correct spelling. */
const spellings: ReadonlyMap<string, string> = new Map(
  ['GmbH', 'ApS', 'Ltd', 'St', 'Dr', 'Jr', 'Sr', 'Chr', 'Th', 'Fr', 'Br', 'Kr'].map((word) => [
    word.toUpperCase(),
    word,
  ]),
)

const smallWords = wordsOf('AV DE FOR FRA FRÅ HOS I MED MOT OG OM PÅ SAMT TIL UTEN VED Å')

const romanNumbers = wordsOf('II III IV VII VIII IX XI XII XIII XIV')

const topLevelDomains = wordsOf('NO COM NET ORG EU IO SE DK')

const hasVowel = (word: string): boolean => /[AEIOUYÆØÅÄÖÜÉ]/.test(word)

/** Returns the text in lower case, or unchanged if it has letters that can't be converted back to capitals. */
const lower = (text: string): string => {
  const small = text.toLowerCase()
  return small.toUpperCase() === text ? small : text
}

/** Keeps the first letter as a capital: `24SEVEN` → `24Seven`. */
const capitalize = (word: string): string => {
  const [start = ''] = /^\P{L}*\p{L}?/u.exec(word) ?? []
  return start + lower(word.slice(start.length))
}

/** Capitalizes both parts of `O'LEARY`, but `KARI'S` and `ROCK'N'ROLL` as one word. */
const capitalizeParts = (word: string): string => {
  const [first = '', ...rest] = word.split(/(?=['’])/)
  const isPrefix = first.length === 1 && rest.length === 1 && (rest[0]?.length ?? 0) > 2
  return isPrefix ? first + (rest[0]?.[0] ?? '') + capitalize(rest[0]?.slice(1) ?? '') : capitalize(word)
}

interface Surroundings {
  readonly isFirst: boolean
  /** `before` and `after` are the separators next to the word, `previous` and `next` the neighbouring words. */
  readonly before: string
  readonly after: string
  readonly previous: string | undefined
  readonly next: string | undefined
}

const isAbbreviation = (word: string, { after }: Surroundings): boolean =>
  abbreviations.has(word) ||
  romanNumbers.has(word) ||
  (word.length <= 5 && !hasVowel(word) && after[0] !== '.') ||
  (word.length <= 3 && /\d/.test(word))

const nameWord = (word: string, around: Surroundings): string => {
  const { isFirst, before, after, previous, next } = around
  if (before === '.' && !isFirst && topLevelDomains.has(word) && !/^[-.]/.test(after)) return lower(word)
  // `I` or `VI` at the end of a name is a Roman number, elsewhere a Norwegian word.
  const endsName = next === undefined || legalForms.has(next)
  if ((word === 'I' || word === 'VI') && endsName && !isFirst) return word
  if (smallWords.has(word) && !isFirst && after[0] !== '.') return lower(word)
  const spelling = spellings.get(word)
  if (spelling !== undefined) return spelling
  if (word.length === 1 || isAbbreviation(word, around)) return word
  // After a hyphen, a word is in lower case if it follows an abbreviation (IT-drift, E-handel), but not if it follows a name (Eik-Hansen).
  const isTail = before === '-' && previous !== undefined && (/^\p{L}$/u.test(previous) || abbreviations.has(previous))
  return isTail ? lower(word) : capitalizeParts(word)
}

const placeWord = (word: string, { isFirst }: Surroundings): string =>
  smallWords.has(word) && !isFirst ? lower(word) : capitalizeParts(word)

const rewrite = (text: string, rewriteWord: (word: string, around: Surroundings) => string): string => {
  if (/\p{Ll}/u.test(text)) return text
  // Words are at odd indexes, separators at even indexes.
  const parts = text.split(/([\p{L}\p{M}\p{N}'’]+)/u)
  const firstWord = parts.findIndex((part, index) => index % 2 === 1 && /\p{L}/u.test(part))
  return parts
    .map((part, index) =>
      index % 2 === 0
        ? part
        : rewriteWord(part, {
            isFirst: index === firstWord,
            before: parts[index - 1] ?? '',
            after: parts[index + 1] ?? '',
            previous: parts[index - 2],
            next: parts[index + 2],
          }),
    )
    .join('')
}

/** Rewrites `NORDFIKTIV TEKNOLOGI AS` as `Nordfiktiv Teknologi AS`. Changes only case; idempotent. */
export const readableName = (name: string): string => rewrite(name, nameWord)

/** Rewrites `MO I RANA` as `Mo i Rana`. Changes only case; idempotent. */
export const readablePlace = (place: string): string => rewrite(place, placeWord)

const readableAddress = (address: Company['postadresse']): Company['postadresse'] =>
  address && {
    ...address,
    poststed: address.poststed && readablePlace(address.poststed),
    kommune: address.kommune && readablePlace(address.kommune),
  }

/** Returns a company of the register with its name and towns in normal case. */
export const readableCompany = (company: Company): Company => ({
  ...company,
  navn: readableName(company.navn),
  forretningsadresse: readableAddress(company.forretningsadresse),
  postadresse: readableAddress(company.postadresse),
})

/** Returns the roles with their holders' names in normal case. */
export const readableRoles = ({ rollegrupper }: CompanyRoles): CompanyRoles => ({
  rollegrupper: rollegrupper.map((group) => ({
    ...group,
    roller: group.roller.map((role) => ({ ...role, navn: readableName(role.navn) })),
  })),
})
