import { zodResolver } from '@hookform/resolvers/zod'
import {
  type AgreementSettings,
  agreementSettingsChangeSchema,
} from '@kontor/contract/agreements/agreements.settings.schema'
import { kronerFromOre, oreFromKroner } from '@kontor/contract/shared/money'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { formatDate, formatOre } from '../../../platform/format.ts'
import { QueryState } from '../../../ui/base/query-state.tsx'
import { SettingsSection } from '../../../ui/base/settings-section.tsx'
import { Skeleton } from '../../../ui/base/skeleton.tsx'
import { NumberField } from '../../../ui/form/number-field.tsx'
import { SaveForm } from '../../../ui/form/save-form.tsx'
import { useSaving } from '../../../ui/form/use-saving.tsx'
import { toast } from '../../../ui/toast/toast-store.ts'
import { agreementSettingsQuery, conflictingSettings, useUpdateAgreementSettings } from '../agreements.api.ts'

const amountSentence = (codeAbove: number | null): string =>
  codeAbove === null ? 'Ingen avtaler ber om kode av seg selv.' : `Avtaler over ${formatOre(codeAbove)} ber om kode.`

const labels = { codeAbove: 'Be om kode for avtaler over (kr inkludert mva)' } as const

const valuesOf = ({ codeAbove }: AgreementSettings) => ({ codeAbove, known: codeAbove })

/** Edits the amount above which agreements ask for a code. */
function CodeAboveForm({ settings }: { settings: AgreementSettings }) {
  const update = useUpdateAgreementSettings()
  const form = useForm({ resolver: zodResolver(agreementSettingsChangeSchema), defaultValues: valuesOf(settings) })
  const saving = useSaving({
    form,
    labels,
    valuesOf,
    stored: settings,
    textOf: (_field, codeAbove) => (typeof codeAbove === 'number' ? formatOre(codeAbove) : 'ikke noe beløp'),
    conflictIn: conflictingSettings,
    save: async (change) => {
      const saved = await update.mutateAsync(change)
      toast({ title: 'Innstilling lagret', description: amountSentence(saved.codeAbove) })
      return saved
    },
    failed: 'Kunne ikke lagre innstillingen',
  })
  return (
    <SaveForm saving={saving} submitLabel="Lagre beløpet" className="flex flex-col items-start gap-3">
      <div className="max-w-prose [&_input]:max-w-48">
        <NumberField
          control={form.control}
          name="codeAbove"
          label={labels.codeAbove}
          hint="Kunden får koden på e-post og skriver den inn når de svarer. Gjelder nye avtaler og utkast der ingen har valgt noe annet, ikke det som er sendt. Tomt felt: ingen kode."
          decimals={2}
          toShown={kronerFromOre}
          fromTyped={(kroner) => oreFromKroner(kroner) ?? kroner}
        />
      </div>
    </SaveForm>
  )
}

/** Explains in plain words how answers are proven, each point with its technical details. */
function Proofs({ settings: { key, seal, timestampAuthority, eid } }: { settings: AgreementSettings }) {
  const facts = [
    {
      label: 'Underskrift på bevis',
      value: `I bruk siden ${formatDate(key.since)}`,
      details: [`I bevisene har nøkkelen navnet ${key.id}.`],
    },
    {
      label: 'Forsegling av PDF-er',
      value: `I bruk siden ${formatDate(seal.since)}`,
      details: [
        `PDF-lesere viser at «${seal.holder}» har forseglet.`,
        seal.selfSigned
          ? 'Kontor har laget sertifikatet selv, så de advarer om at utstederen er ukjent. Til den som drifter Kontor: SEAL_P12.'
          : 'Bedriften har sitt eget sertifikat.',
        `Sertifikatets SHA-256: ${seal.fingerprint}`,
      ],
    },
    {
      label: 'Tidsstempel',
      value: timestampAuthority === null ? 'Ikke satt opp' : 'Satt opp',
      details: [
        'En uavhengig tjeneste bekrefter når svaret kom.',
        timestampAuthority === null ? 'Til den som drifter Kontor: TSA_URL.' : `Tjenesten er ${timestampAuthority}.`,
      ],
    },
    {
      label: 'Svar med eID',
      value: eid ? 'Satt opp' : 'Ikke satt opp',
      details: [
        'Kunden viser hvem de er, for eksempel med BankID.',
        ...(eid ? [] : ['Til den som drifter Kontor: OIDC_ISSUER.']),
      ],
    },
  ]
  return (
    <dl className="mt-5 border-rule border-t text-sm">
      {facts.map(({ label, value, details }) => (
        <div
          key={label}
          className="grid gap-x-6 gap-y-1 border-rule border-b py-2.5 sm:grid-cols-[11rem_minmax(0,1fr)]"
        >
          <dt className="font-medium">{label}</dt>
          <dd className="leading-relaxed [overflow-wrap:anywhere]">
            {value}
            {details.map((detail) => (
              <span key={detail} className="block text-[0.8125rem] text-soft">
                {detail}
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function AgreementSettingsSection() {
  const query = useQuery(agreementSettingsQuery)
  return (
    <SettingsSection
      title="Avtaler"
      about="Hvordan kunder bekrefter svaret sitt, og hva som gjør at svaret kan bevises senere."
    >
      <QueryState
        query={query}
        skeleton={<Skeleton className="h-32" />}
        failed="Kunne ikke hente innstillingene for avtaler"
      >
        {(settings) => (
          <>
            <CodeAboveForm settings={settings} />
            <Proofs settings={settings} />
          </>
        )}
      </QueryState>
    </SettingsSection>
  )
}
