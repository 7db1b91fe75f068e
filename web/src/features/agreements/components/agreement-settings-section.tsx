import { zodResolver } from '@hookform/resolvers/zod'
import {
  type AgreementSettings,
  agreementSettingsChangeSchema,
} from '@kontor/contract/agreements/agreements.settings.schema'
import { kronerFromOre, oreFromKroner } from '@kontor/contract/shared/money'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorText } from '../../../platform/api-client.ts'
import { formatDate, formatOre } from '../../../platform/format.ts'
import { Button } from '../../../ui/button.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Notice } from '../../../ui/states.tsx'
import { submitFormByKey } from '../../../ui/submit-by-key.ts'
import { toast } from '../../../ui/toast-store.ts'
import { useFailureToast } from '../../../ui/use-failure-toast.ts'
import { agreementSettingsQuery, conflictingSettings, useUpdateAgreementSettings } from '../agreements.api.ts'

const amountText = (codeAbove: number | null): string => (codeAbove === null ? 'ikke noe beløp' : formatOre(codeAbove))

const amountSentence = (codeAbove: number | null): string =>
  codeAbove === null ? 'Ingen avtaler ber om kode av seg selv.' : `Avtaler over ${formatOre(codeAbove)} ber om kode.`

/** Sets the amount above which agreements ask for a code. Overwrites another user's change only after showing it. */
function CodeAboveForm({ settings }: { settings: AgreementSettings }) {
  const update = useUpdateAgreementSettings()
  const element = useRef<HTMLFormElement>(null)
  const toastFailure = useFailureToast()
  const [known, setKnown] = useState(settings.codeAbove)
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm({
    resolver: zodResolver(agreementSettingsChangeSchema.pick({ codeAbove: true })),
    defaultValues: { codeAbove: settings.codeAbove },
  })

  const save = form.handleSubmit(async ({ codeAbove }) => {
    if (update.isPending) return
    setProblem(null)
    try {
      await update.mutateAsync({ codeAbove, known })
      setKnown(codeAbove)
      form.reset({ codeAbove })
      toast({ title: 'Innstilling lagret', description: amountSentence(codeAbove) })
    } catch (error) {
      const current = conflictingSettings(error)
      toastFailure(error, 'Kunne ikke lagre innstillingen', () => element.current?.requestSubmit())
      if (current) setKnown(current.codeAbove)
      setProblem(
        current
          ? `Endret av en annen i mellomtiden. Nå er lagret: ${amountText(current.codeAbove)}. Lagre igjen for å bruke ditt.`
          : errorText(error),
      )
    }
  })

  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => void save(event)}
      onKeyDownCapture={submitFormByKey}
      className="flex flex-col items-start gap-3"
    >
      {problem && <Notice onClose={() => setProblem(null)}>{problem}</Notice>}
      <div className="max-w-prose [&_input]:max-w-48">
        <NumberField
          control={form.control}
          name="codeAbove"
          label="Be om kode for avtaler over (kr inkludert mva)"
          hint="Kunden får koden på e-post og skriver den inn når de svarer. Gjelder nye avtaler og utkast der ingen har valgt noe annet, ikke det som er sendt. Tomt felt: ingen kode."
          decimals={2}
          toShown={kronerFromOre}
          fromTyped={(kroner) => oreFromKroner(kroner) ?? kroner}
        />
      </div>
      <Button size="small" type="submit" aria-disabled={!form.formState.isDirty || update.isPending}>
        {update.isPending ? 'Lagrer …' : 'Lagre beløpet'}
      </Button>
    </form>
  )
}

/** What proves the answers given here, in plain words; the technical details are below. */
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
  const { data, error, refetch } = useQuery(agreementSettingsQuery)
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className="mb-1 font-semibold text-base tracking-tight">
        Avtaler
      </h3>
      <p className="mb-3 text-sm text-soft">
        Hvordan kunder bekrefter svaret sitt, og hva som gjør at svaret kan bevises senere.
      </p>
      {data && (
        <>
          <CodeAboveForm settings={data} />
          <Proofs settings={data} />
        </>
      )}
      {!data && !error && <Skeleton className="h-32" />}
      {!data && error && (
        <Notice>
          Kunne ikke hente innstillingene for avtaler. {errorText(error)}{' '}
          <Button size="small" onClick={() => void refetch()}>
            Prøv igjen
          </Button>
        </Notice>
      )}
    </section>
  )
}
