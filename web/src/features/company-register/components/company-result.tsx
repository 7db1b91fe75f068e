import { companySearch } from '@kontor/contract/company-register/company-register.rules'
import { employeesOf, formText, newestAccounts } from '@kontor/contract/company-register/company-register.values.rules'
import { formatOrganizationNumber } from '@kontor/contract/shared/orgnr'
import type { ReactNode } from 'react'
import { formatDate, formatMillions, formatNumber } from '../../../platform/format.ts'
import { Badge } from '../../../ui/base/badge.tsx'
import { WarningIcon } from '../../../ui/base/icons.tsx'
import { Skeleton } from '../../../ui/base/skeleton.tsx'
import type { Accounts, CompanyRoles, CompanySignature, FoundCompany } from '../company-register.api.ts'

const notProvided = 'ikke oppgitt'

const addressText = ({ forretningsadresse: address }: FoundCompany): string => {
  const place = [address?.postnummer, address?.poststed].filter(Boolean).join(' ')
  return [address?.adresse[0], place, address?.land].filter(Boolean).join(', ') || `Adresse ${notProvided}`
}

const employeesText = (company: FoundCompany): string => {
  const employees = employeesOf(company, company.accounts ?? [])
  if (employees !== null) return formatNumber(employees)
  // The register withholds numbers of employees below five. Says "fewer than 5" then, instead of zero.
  return company.harRegistrertAntallAnsatte ? `${notProvided} (færre enn 5)` : notProvided
}

const amountText = (amount: number, currency: string | null): string => {
  if (currency === 'NOK') return `${formatMillions(amount)} MNOK`
  return `${formatMillions(amount)} mill. ${currency ?? `(valuta ${notProvided})`}`
}

const turnoverText = (accounts: readonly Accounts[]): string => {
  const newest = newestAccounts(accounts)
  if (!newest) return `${notProvided} (ingen regnskap i registeret)`
  const { omsetning, valuta, regnskapsaar } = newest
  return `${omsetning === null ? notProvided : amountText(omsetning, valuta)} (${regnskapsaar})`
}

function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-0.5">
      {facts.map(([label, value]) => (
        <span key={label}>
          <span className="text-soft">{label}:</span> {value}
        </span>
      ))}
    </span>
  )
}

/** Takes the space of a line that is loading, so that the results don't move under the pointer. */
const LinePlaceholder = ({ className }: { className: string }) => <Skeleton className={`my-1.5 h-2.5 ${className}`} />

function Roles({ roles }: { roles: CompanyRoles | null | undefined }) {
  if (roles === undefined) {
    return (
      <>
        <LinePlaceholder className="w-44" />
        <LinePlaceholder className="w-60" />
      </>
    )
  }
  const groups = roles?.rollegrupper.filter(({ roller }) => roller.length > 0).slice(0, companySearch.roleGroups) ?? []
  return groups.map(({ type, roller }) => (
    <span key={type.kode} className="block">
      <span className="text-soft">{type.beskrivelse}:</span>{' '}
      {roller
        .slice(0, companySearch.holders)
        .map(({ navn, fratraadt }) => (fratraadt ? `${navn} (fratrådt)` : navn))
        .join(', ')}
    </span>
  ))
}

function Signature({ signature }: { signature: CompanySignature | null | undefined }) {
  if (signature === undefined) return <LinePlaceholder className="w-72" />
  if (signature?.rutinestatus.status !== 'OK') return null
  const combination = signature.kombinasjoner[0]?.kombinasjonsnavn
  if (!combination && !signature.fritekst) return null
  return (
    <>
      <span className="block">
        {combination ? `Signaturrett tilgjengelig: ${combination}` : 'Signaturrett tilgjengelig'}
      </span>{' '}
      {signature.fritekst && <span className="block text-soft">{signature.fritekst}</span>}
    </>
  )
}

function Warnings({ company }: { company: FoundCompany }) {
  if (!company.konkurs && !company.underAvvikling) return null
  const icon = <WarningIcon className="size-3" />
  return (
    <span className="mt-1 flex flex-wrap gap-1.5">
      {company.konkurs && (
        <Badge tone="danger" icon={icon}>
          Konkurs
        </Badge>
      )}
      {company.underAvvikling && (
        <Badge tone="warning" icon={icon}>
          Under avvikling
        </Badge>
      )}
    </span>
  )
}

interface CompanyResultProps {
  readonly id: string
  readonly company: FoundCompany
  readonly active: boolean
  readonly onChoose: () => void
}

/** Shows a search result as an option of a listbox. */
export function CompanyResult({ id, company, active, onChoose }: CompanyResultProps) {
  const { accounts } = company
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard stays in the combobox, which points here
    // biome-ignore lint/a11y/useFocusableInteractive: the same
    <div
      id={id}
      role="option"
      aria-selected={active}
      onClick={onChoose}
      className="cursor-pointer border-rule border-b px-3 py-2.5 text-[0.8125rem] leading-relaxed [overflow-wrap:anywhere] last:border-b-0 hover:bg-sunken aria-selected:bg-fjord-tint aria-selected:shadow-[inset_3px_0_0_var(--color-fjord)]"
    >
      <span className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
        <span className="font-semibold">{company.navn}</span>{' '}
        <span>
          Org.nr <span className="tabular-nums">{formatOrganizationNumber(company.organisasjonsnummer)}</span>
        </span>
      </span>
      <Warnings company={company} />
      <span className="block">{addressText(company)}</span>
      <Facts
        facts={[
          ['Form', formText(company) ?? notProvided],
          [
            'Registrert',
            company.registreringsdatoEnhetsregisteret
              ? formatDate(company.registreringsdatoEnhetsregisteret)
              : notProvided,
          ],
          ['Ansatte', employeesText(company)],
          ...(accounts ? [['Omsetning', turnoverText(accounts)] as const] : []),
          ['Bransje', company.naeringskode1?.beskrivelse ?? notProvided],
        ]}
      />
      {accounts === undefined && <LinePlaceholder className="w-32" />}
      <Roles roles={company.roles} />
      <Signature signature={company.signature} />
    </div>
  )
}
