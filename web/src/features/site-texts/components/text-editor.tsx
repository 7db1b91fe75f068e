import { companyTags } from '@kontor/contract/company/company.rules'
import { useRef, useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { Select } from '../../../ui/select.tsx'
import { Notice } from '../../../ui/states.tsx'
import { onSubmitKey } from '../../../ui/submit-by-key.ts'
import { toast } from '../../../ui/toast-store.ts'
import { UnsavedGuard } from '../../../ui/unsaved-guard.tsx'
import { useExclusive } from '../../../ui/use-exclusive.ts'
import { useFailureToast } from '../../../ui/use-failure-toast.ts'
import { conflictingTexts, type StoredSiteTexts, useSaveSiteTexts } from '../site-texts.api.ts'
import { PagePreview } from './page-preview.tsx'
import { allTexts, textPages, textsOfPage } from './text-catalogue.ts'
import { textProblem } from './text-problems.ts'
import { LanguageHeads, TextRow } from './text-row.tsx'
import { type TextDrafts, useTextDrafts } from './use-text-drafts.ts'

/** The most texts that a search shows. */
const maxFound = 60

const pageOptions = Object.entries(textPages).map(([value, { label }]) => ({ value, label }))

const plural = (count: number): string => (count === 1 ? '1 tekst' : `${count} tekster`)

/** A page's texts, or those of all pages that a search finds in either language. */
const listedTexts = (page: string, search: string, { storedText, shownText }: TextDrafts) => {
  // The whole phrase, unlike in lists: people paste a sentence from the page.
  const phrase = search.trim().toLowerCase()
  if (phrase === '') return textsOfPage(page)
  // Also as stored: a text must not disappear while it is edited.
  return allTexts.filter(({ id }) =>
    (['no', 'en'] as const).some((language) =>
      `${shownText(language, id)}\n${storedText(language, id)}`.toLowerCase().includes(phrase),
    ),
  )
}

/** Edits the site's texts beside a preview of their page. */
export default function TextEditor({ stored }: { stored: StoredSiteTexts }) {
  const drafts = useTextDrafts(stored)
  const save = useSaveSiteTexts()
  const [working, run] = useExclusive()
  const saveButton = useRef<HTMLButtonElement>(null)
  const toastFailure = useFailureToast()
  const [page, setPage] = useState('home')
  const [search, setSearch] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [changedByOther, setChangedByOther] = useState(false)
  const { changes } = drafts
  const invalid = changes.filter(
    ({ id, language, text }) => text !== null && textProblem(id, text, drafts.deliveredText(language, id))?.blocks,
  )
  const found = listedTexts(page, search, drafts)
  const listed = found.slice(0, maxFound)

  const submit = async () => {
    if (invalid.length > 0) {
      setProblem(`${plural(invalid.length)} kan ikke lagres slik de står. Se over dem først.`)
      return
    }
    setProblem(null)
    try {
      await save.mutateAsync({ changes, version: stored.version })
      drafts.discard()
      setChangedByOther(false)
      toast({ title: 'Tekstene er lagret', description: 'Nettstedet viser dem om et øyeblikk.' })
    } catch (error) {
      toastFailure(error, 'Kunne ikke lagre tekstene', () => saveButton.current?.click())
      if (conflictingTexts(error)) setChangedByOther(true)
      else setProblem(errorText(error))
    }
  }

  const saveByKey = onSubmitKey(() => saveButton.current?.click())

  return (
    <div className="flex flex-col gap-5" onKeyDownCapture={saveByKey}>
      <div className="flex flex-wrap items-center gap-2.5">
        <Select aria-label="Side" value={page} onValueChange={setPage} options={pageOptions} />
        <SearchBox
          label="Søk i alle tekster"
          placeholder="Søk i alle tekster …"
          value={search}
          onValueChange={setSearch}
          className="w-full max-sm:order-last sm:w-72"
        />
        <div className="ml-auto flex flex-wrap items-center gap-2.5">
          {changes.length > 0 && !working && (
            <>
              <span className="text-[0.8125rem] text-soft">{plural(changes.length)} ikke lagret</span>
              <Button variant="quiet" onClick={drafts.discard}>
                Angre endringene
              </Button>
            </>
          )}
          <Button
            ref={saveButton}
            variant="primary"
            aria-disabled={changes.length === 0 || working}
            onClick={() => changes.length > 0 && void run(submit)}
          >
            {working ? 'Lagrer …' : changedByOther ? 'Lagre likevel' : 'Lagre tekstene'}
          </Button>
        </div>
      </div>
      {problem && <Notice>{problem}</Notice>}
      {changedByOther && (
        <Notice tone="warning">
          <p className="font-semibold">Endret av en annen i mellomtiden</p>
          <p className="mt-1 text-ink">
            Feltene viser det som er lagret nå, bortsett fra der du selv har skrevet. «Lagre likevel» lagrer det du har
            skrevet.
          </p>
        </Notice>
      )}
      <p className="max-w-prose text-[0.8125rem] text-soft">
        Tagger blir byttet ut med det som står under Bedriften: {Object.values(companyTags).join(', ')}.
      </p>
      <div className="grid items-start gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="min-w-0">
          <p role="status" className="mb-2 text-[0.8125rem] text-soft">
            {search.trim() === ''
              ? `${plural(found.length)} på siden`
              : `${plural(found.length)} funnet${found.length > maxFound ? `, de første ${maxFound} vises` : ''}`}
          </p>
          <LanguageHeads />
          <ul>
            {(search.trim() === '' ? found : listed).map(({ id }) => (
              <TextRow key={id} id={id} drafts={drafts} />
            ))}
          </ul>
        </div>
        <div className="min-w-0 max-xl:order-first xl:sticky xl:top-4">
          <PagePreview page={page} drafts={drafts} />
        </div>
      </div>
      <UnsavedGuard dirty={changes.length > 0} working={working} />
    </div>
  )
}
