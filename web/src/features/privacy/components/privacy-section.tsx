import { zodResolver } from '@hookform/resolvers/zod'
import { erasureFates, personalDataKinds } from '@kontor/contract/privacy/privacy.rules'
import { personSchema } from '@kontor/contract/privacy/privacy.schema'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorText } from '../../../platform/api-client.ts'
import { downloadJson } from '../../../platform/download.ts'
import { formatDate, formatNumber } from '../../../platform/format.ts'
import { Badge, type Tone } from '../../../ui/base/badge.tsx'
import { Button } from '../../../ui/base/button.tsx'
import { Figures } from '../../../ui/base/figures.tsx'
import { ChevronDownIcon, DownloadIcon, SearchIcon, TrashIcon } from '../../../ui/base/icons.tsx'
import { SettingsSection } from '../../../ui/base/settings-section.tsx'
import { Notice } from '../../../ui/base/states.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { TextField } from '../../../ui/form/form-fields.tsx'
import { toast } from '../../../ui/toast/toast-store.ts'
import { useFailureToast } from '../../../ui/toast/use-failure-toast.ts'
import {
  type PersonEntry,
  type PersonErasure,
  type PersonSearch,
  useErasePerson,
  useExportPerson,
  useSearchPerson,
} from '../privacy.api.ts'

const tones: Record<PersonEntry['fate'], Tone> = { deleted: 'neutral', anonymised: 'accent', kept: 'warning' }

function Entry({ entry: { title, detail, at, fate, reason } }: { entry: PersonEntry }) {
  return (
    <li className="flex flex-col gap-x-4 gap-y-1 border-rule border-t py-2.5 sm:flex-row sm:items-start">
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <p className="font-medium text-sm">{title}</p>
        {detail && <p className="line-clamp-2 text-[0.8125rem] text-soft">{detail}</p>}
        {reason && <p className="mt-0.5 text-[0.8125rem] text-soft">{reason}</p>}
      </div>
      <p className="flex shrink-0 items-center gap-3 text-[0.8125rem] text-soft">
        <time dateTime={at}>
          <Figures text={formatDate(at)} />
        </time>
        <span className="sm:w-28 sm:text-right">
          <Badge tone={tones[fate]}>{erasureFates[fate]}</Badge>
        </span>
      </p>
    </li>
  )
}

/** Lists the data about a person by kind. Each entry says if an erasure deletes, anonymises or keeps it. */
function PersonFindings({ groups }: { groups: PersonSearch['groups'] }) {
  return (
    <div className="border-rule border-b">
      {groups
        .filter(({ count }) => count > 0)
        .map(({ kind, count, entries }) => (
          <details key={kind} className="group border-rule border-t" open={count <= 5}>
            <summary className="flex cursor-pointer list-none items-center gap-2 rounded-sm py-2.5 font-semibold text-sm [&::-webkit-details-marker]:hidden">
              <ChevronDownIcon className="-rotate-90 size-4 shrink-0 text-soft transition-transform group-open:rotate-0 motion-reduce:transition-none" />
              {personalDataKinds[kind]} ({formatNumber(count)})
            </summary>
            <ul className="pb-2 pl-6">
              {entries.map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </ul>
            {count > entries.length && (
              <p className="pb-3 pl-6 text-[0.8125rem] text-soft">
                De første {formatNumber(entries.length)} av {formatNumber(count)} vises. Filen med alt har resten.
              </p>
            )}
          </details>
        ))}
    </div>
  )
}

/** Shows the result of an erasure, until the next search. */
function ErasureReport({ report: { email, erased, kept } }: { report: PersonErasure }) {
  return (
    <div role="status" className="rounded-md border border-rule bg-surface px-4 py-3.5 text-sm">
      <p className="font-semibold [overflow-wrap:anywhere]">
        {erased.length > 0 ? `${email} er slettet` : `Det var ikke mer å slette om ${email}`}
      </p>
      <ul className="mt-1.5 list-disc pl-5 text-soft">
        {erased.map(({ kind, deleted, anonymised }) => (
          <li key={kind}>
            {personalDataKinds[kind]}:{' '}
            {[
              deleted > 0 && `${formatNumber(deleted)} slettet`,
              anonymised > 0 && `${formatNumber(anonymised)} anonymisert`,
            ]
              .filter(Boolean)
              .join(', ')}
          </li>
        ))}
      </ul>
      {kept.length > 0 && (
        <>
          <p className="mt-3 font-semibold">Beholdt</p>
          <ul className="mt-1.5 list-disc pl-5 text-soft">
            {kept.map(({ kind, title, reason }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a list that never changes, and titles may repeat
              <li key={`${kind}-${index}`} className="[overflow-wrap:anywhere]">
                {personalDataKinds[kind]}: {title}. {reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

const totalOf = ({ groups }: PersonSearch): number => groups.reduce((sum, { count }) => sum + count, 0)

const summaryOf = (findings: PersonSearch): string => {
  const total = totalOf(findings)
  return total === 0
    ? `Ingenting er lagret om ${findings.email}.`
    : `Fant ${formatNumber(total)} treff på ${findings.email}.`
}

interface PersonEraseDialogProps {
  readonly findings: PersonSearch
  readonly onConfirm: () => Promise<void>
  readonly onCancel: () => void
}

type Group = PersonSearch['groups'][number]

const lineOf = ({ kind, count, entries }: Group): string => {
  const allKept = entries.every(({ fate }) => fate === 'kept')
  return `${personalDataKinds[kind]}: ${formatNumber(count)}${allKept ? ' (beholdes)' : ''}`
}

function PersonEraseDialog({ findings: { email, groups }, onConfirm, onCancel }: PersonEraseDialogProps) {
  const foundGroups = groups.filter(({ count }) => count > 0)
  const keepsSome = foundGroups.some(({ entries }) => entries.some(({ fate }) => fate === 'kept'))
  return (
    <ConfirmDialog
      title="Slette alt om personen?"
      confirmLabel="Slett alt"
      workingLabel="Sletter …"
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>
        Dette gjelder <strong className="font-semibold text-ink [overflow-wrap:anywhere]">{email}</strong>:
      </p>
      <ul className="my-2 list-disc pl-5">
        {foundGroups.map((group) => (
          <li key={group.kind}>{lineOf(group)}</li>
        ))}
      </ul>
      <p>
        E-poster som er på vei, blir ikke sendt. {keepsSome && 'Det som er merket «Beholdes», blir stående. '}
        Det kan ikke angres.
      </p>
    </ConfirmDialog>
  )
}

export function PrivacySection() {
  const search = useSearchPerson()
  const exporting = useExportPerson()
  const erasing = useErasePerson()
  const findings = search.data
  const toastFailure = useFailureToast()
  const [problem, setProblem] = useState<string | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  const form = useForm({ resolver: zodResolver(personSchema), defaultValues: { email: '' } })

  const fail = (message: string, error: unknown, retry: () => unknown) => {
    setProblem(`${message}: ${errorText(error)}`)
    toastFailure(error, message, retry)
  }

  const searchFor = (email: string) => {
    setProblem(null)
    erasing.reset()
    search.mutate({ email }, { onError: (error) => fail('Kunne ikke søke', error, () => searchFor(email)) })
  }

  const find = form.handleSubmit(({ email }) => {
    if (!search.isPending) searchFor(email)
  })

  const download = async (person: PersonSearch) => {
    const { email } = person
    if (exporting.isPending) return
    setProblem(null)
    try {
      downloadJson(
        `personopplysninger-${email.replaceAll(/[^\w.-]/g, '-')}.json`,
        await exporting.mutateAsync({ email }),
      )
    } catch (error) {
      fail('Kunne ikke hente opplysningene', error, () => download(person))
    }
  }

  const erase = async (person: PersonSearch) => {
    const { email } = person
    setProblem(null)
    try {
      await erasing.mutateAsync({ email })
      search.reset()
      toast({ title: 'Personopplysninger slettet', description: email })
    } catch (error) {
      fail('Kunne ikke slette opplysningene', error, () => erase(person))
    }
    setConfirming(false)
  }

  return (
    <SettingsSection
      title="Personvern"
      about="Finn alt som er lagret om en e-postadresse, når noen ber om innsyn eller sletting."
    >
      <search>
        <form noValidate onSubmit={(event) => void find(event)} className="flex max-w-xl flex-wrap items-start gap-2.5">
          <TextField
            form={form}
            name="email"
            label="E-postadresse"
            type="email"
            fieldClassName="min-w-[min(14rem,100%)] flex-1"
          />
          <Button
            type="submit"
            working={search.isPending}
            workingLabel={
              <>
                <SearchIcon /> Søker …
              </>
            }
            className="mt-[1.6rem]"
          >
            <SearchIcon /> Finn alt
          </Button>
        </form>
      </search>
      <div className="mt-4 flex flex-col gap-3">
        {problem && <Notice onClose={() => setProblem(null)}>{problem}</Notice>}
        {erasing.data && <ErasureReport report={erasing.data} />}
        <p role="status" className="text-sm [overflow-wrap:anywhere] empty:hidden">
          {findings && summaryOf(findings)}
        </p>
        {findings && totalOf(findings) > 0 && (
          <>
            <PersonFindings groups={findings.groups} />
            <div className="flex flex-wrap gap-2.5">
              <Button
                working={exporting.isPending}
                workingLabel={
                  <>
                    <DownloadIcon /> Henter …
                  </>
                }
                onClick={() => void download(findings)}
              >
                <DownloadIcon /> Last ned alt (JSON)
              </Button>
              <Button variant="danger" onClick={() => setConfirming(true)}>
                <TrashIcon /> Slett alt om personen
              </Button>
            </div>
          </>
        )}
      </div>
      {isConfirming && findings && (
        <PersonEraseDialog
          findings={findings}
          onConfirm={() => erase(findings)}
          onCancel={() => setConfirming(false)}
        />
      )}
    </SettingsSection>
  )
}
