import { organizationNumberDigits } from '@kontor/contract/shared/orgnr'
import type { RegisterStandIn } from './register.ts'

const companies = '/enhetsregisteret/api/enheter'

export interface FreshCompany {
  readonly number: string
  /** The company as the register's search returns it. */
  readonly enhet: object
  /** The register's responses about the company, to pass to `misbehave({ bodies })`. */
  readonly bodies: Readonly<Record<string, unknown>>
}

let lastNumber = 920_000_000

const nextNumber = (): string => {
  do lastNumber += 1
  while (organizationNumberDigits(String(lastNumber)) === null)
  return String(lastNumber)
}

/** Creates a copy of the company `like` with a new number, which no server has cached. */
export const freshCompany = async (register: RegisterStandIn, navn: string, like: string): Promise<FreshCompany> => {
  const number = nextNumber()
  const read = async (path: string): Promise<object | undefined> => {
    const answer = await fetch(register.url + path)
    return answer.ok ? Object(await answer.json()) : undefined
  }
  const enhet = { ...(await read(`${companies}/${like}`)), navn, organisasjonsnummer: number }
  const bodies: Record<string, unknown> = { [`${companies}/${number}`]: enhet }
  for (const pathOf of [
    (one: string) => `${companies}/${one}/roller`,
    (one: string) => `/regnskapsregisteret/regnskap/${one}`,
    (one: string) => `/fullmakt/enheter/${one}/signatur`,
  ]) {
    const body = await read(pathOf(like))
    if (body) bodies[pathOf(number)] = body
  }
  return { number, enhet, bodies }
}

/** Returns response bodies for ten fresh companies, with which every search by name returns these ten. */
export const tenFreshCompanies = async (register: RegisterStandIn): Promise<Readonly<Record<string, unknown>>> => {
  const all = []
  for (let n = 1; n <= 10; n += 1) all.push(await freshCompany(register, `MÅLT FORETAK ${n} AS`, '900000103'))
  return Object.assign(
    { [companies]: { _embedded: { enheter: all.map(({ enhet }) => enhet) } } },
    ...all.map(({ bodies }) => bodies),
  )
}
