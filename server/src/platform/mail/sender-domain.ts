import { createPublicKey } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import { errorCode } from '../errors/error-code.ts'
import type { DkimKey } from './smtp-mailer.ts'

/** Looks up a name's TXT records; joins the parts of each. Returns an empty list if there are none. Throws if no DNS server answers. */
export type ResolveTxt = (name: string) => Promise<readonly string[]>

/** Timeout in milliseconds for each of two tries. */
const timeout = 2_000

/** Opens a resolver that asks these DNS servers, by default those of the system. */
export const txtResolver = (servers?: readonly string[]): ResolveTxt => {
  const resolver = new Resolver({ timeout, tries: 2 })
  if (servers) resolver.setServers(servers)
  return async (name) => {
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
    } catch (error) {
      if (['ENOTFOUND', 'ENODATA'].includes(errorCode(error) ?? '')) return []
      throw error
    }
  }
}

export interface SenderDomain {
  readonly domain: string
  /** Host of the mail server; null if mails are stored as files. */
  readonly mailServer: string | null
  readonly dkim: DkimKey | undefined
  /** The address that receivers send reports to. */
  readonly reportsTo: string
}

/** One of the records by which receivers tell a domain's genuine mails from forged ones. */
export interface SenderRecord {
  readonly kind: 'spf' | 'dkim' | 'dmarc'
  readonly state: 'ok' | 'missing' | 'wrong' | 'unknown' | 'unreachable'
  /** In Norwegian, for the office. */
  readonly explanation: string
  /** A record to publish: the name and text of a TXT record. */
  readonly publish: { readonly name: string; readonly text: string } | null
}

type Found = Omit<SenderRecord, 'kind'>

const spam = 'E-posten kan havne i søppelpost'

const ok = (explanation: string): Found => ({ state: 'ok', explanation, publish: null })

/** Checks SPF (RFC 7208). If the record is missing, recommends the mail provider's record: Kontor can't know all of the provider's hosts. */
const checkSpf = async ({ domain, mailServer }: SenderDomain, resolve: ResolveTxt): Promise<Found> => {
  const records = (await resolve(domain)).filter((text) => /^v=spf1(?: |$)/i.test(text))
  const [record = ''] = records
  const publish = { name: domain, text: `v=spf1 mx${mailServer ? ` a:${mailServer}` : ''} ~all` }
  if (records.length === 0)
    return {
      state: 'missing',
      explanation: `${spam}, fordi ${domain} ikke sier hvilke servere som får sende for domenet. Legg inn linjen fra leverandøren av e-postserveren, eller denne, hos den som drifter domenet:`,
      publish,
    }
  if (records.length > 1)
    return {
      state: 'wrong',
      explanation: `${spam}, fordi ${domain} har ${records.length} SPF-linjer. Slå dem sammen til én: mottakere godtar ikke flere.`,
      publish: null,
    }
  if (/ \+?all\b/i.test(record))
    return {
      state: 'wrong',
      explanation: `SPF-linjen til ${domain} lar alle servere sende for domenet. Bytt «all» på slutten med «~all» eller «-all».`,
      publish: null,
    }
  return ok(`${domain} sier hvilke servere som får sende for domenet.`)
}

const publicKeyOf = ({ key }: DkimKey): string =>
  createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64')

/** Returns true if two domains are aligned by relaxed DMARC: equal, or one is a subdomain of the other. */
const speaksFor = (signing: string, domain: string): boolean =>
  signing === domain || domain.endsWith(`.${signing}`) || signing.endsWith(`.${domain}`)

/** Checks DKIM (RFC 6376). */
const checkDkim = async ({ domain, dkim }: SenderDomain, resolve: ResolveTxt): Promise<Found> => {
  if (!dkim)
    return {
      state: 'unknown',
      explanation:
        'Kontor signerer ikke e-postene. Mange e-postservere gjør det selv; spør leverandøren. Til den som drifter Kontor: DKIM_DOMAIN, DKIM_SELECTOR og DKIM_KEY slår på signering.',
      publish: null,
    }
  if (!speaksFor(dkim.domain, domain))
    return {
      state: 'wrong',
      explanation: `${spam}, fordi den signeres for ${dkim.domain}, men sendes fra ${domain}. Til den som drifter Kontor: DKIM_DOMAIN må være domenet til avsenderen.`,
      publish: null,
    }
  const name = `${dkim.selector}._domainkey.${dkim.domain}`
  const key = publicKeyOf(dkim)
  const publish = { name, text: `v=DKIM1; k=rsa; p=${key}` }
  const [record] = (await resolve(name)).filter((text) => /(?:^|;)\s*p=/i.test(text))
  if (record === undefined)
    return {
      state: 'missing',
      explanation: `${spam}, fordi mottakere ikke finner nøkkelen som signaturen prøves med. Legg inn denne linjen hos den som drifter domenet:`,
      publish,
    }
  // regexp: spaces may only stand between characters of the key.
  if (!record.replaceAll(/\s+/g, '').includes(`p=${key}`))
    return {
      state: 'wrong',
      explanation: `${spam}, fordi ${name} har en annen nøkkel enn den som Kontor signerer med. Bytt linjen med denne:`,
      publish,
    }
  return ok('E-postene signeres, og mottakere finner nøkkelen.')
}

/** Returns the domain and its parent domains, without the top-level domain. */
const domainAndParents = (domain: string): string[] => {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}

/** Checks DMARC (RFC 7489). Kontor has no public suffix list, so the nearest record at or above the domain counts. */
const checkDmarc = async ({ domain, reportsTo }: SenderDomain, resolve: ResolveTxt): Promise<Found> => {
  for (const candidate of domainAndParents(domain)) {
    const [record] = (await resolve(`_dmarc.${candidate}`)).filter((text) => /^v=DMARC1\b/i.test(text))
    if (record === undefined) continue
    if (/;\s*p=none\b/i.test(record))
      return ok('Mottakere melder fra om forfalskede e-poster, men slipper dem gjennom (p=none).')
    return ok('Mottakere vet at forfalskede e-poster skal stoppes.')
  }
  return {
    state: 'missing',
    explanation: `${spam}, fordi ${domain} ikke sier hva mottakere skal gjøre med forfalskede e-poster. Legg inn denne linjen hos den som drifter domenet:`,
    publish: { name: `_dmarc.${domain}`, text: `v=DMARC1; p=none; rua=mailto:${reportsTo}` },
  }
}

const checks = { spf: checkSpf, dkim: checkDkim, dmarc: checkDmarc } as const

/** Checks the records of the sender's domain. A failed lookup is reported as unreachable; `logError` gets the error. */
export const checkSenderDomain = (
  sender: SenderDomain,
  resolve: ResolveTxt,
  logError: (error: unknown) => void,
): Promise<SenderRecord[]> =>
  Promise.all(
    (['spf', 'dkim', 'dmarc'] as const).map(async (kind) => {
      try {
        return { kind, ...(await checks[kind](sender, resolve)) }
      } catch (error) {
        logError(error)
        const explanation = 'Navnetjenesten (DNS) svarer ikke, så dette kunne ikke sjekkes nå.'
        return { kind, state: 'unreachable', explanation, publish: null } as const
      }
    }),
  )
