import { companyTags } from '@kontor/contract/company/company.rules'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { counted } from '../../../platform/format.ts'
import { SaveForm } from '../../../ui/form/save-form.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { useSaving } from '../../../ui/form/use-saving.tsx'
import { SearchBox } from '../../../ui/list/search-box.tsx'
import { toast } from '../../../ui/toast/toast-store.ts'
import { conflictingTexts, type StoredSiteTexts, useSaveSiteTexts } from '../site-editing.api.ts'
import { PagePreview } from './page-preview.tsx'
import { allTexts, type SiteText, textPages, textsOfPage } from './text-catalogue.ts'
import { placeOf } from './text-names.ts'
import { textProblem } from './text-problems.ts'
import { LanguageHeads, TextRow } from './text-row.tsx'
import { type TextDrafts, type TextLanguage, useTextDrafts, valuesOf } from './use-text-drafts.ts'

/** Maximum number of texts that a search shows. */
const maxFound = 60

const pageOptions = Object.entries(textPages).map(([value, { label }]) => ({ value, label }))

const plural = (count: number): string => counted(count, 'tekst', 'tekster')

/** Groups texts by their place on the page, in their order. */
const placesOf = (texts: readonly SiteText[]) => Object.entries(Object.groupBy(texts, ({ id }) => placeOf(id)))

/** Returns a page's texts or, during a search, the texts of any page in which the phrase occurs in either language. */
const listedTexts = (page: string, search: string, { storedText, shownText }: TextDrafts) => {
  // Searches for the whole phrase, unlike other searches, since people paste a sentence from the page.
  const phrase = search.trim().toLowerCase()
  if (phrase === '') return textsOfPage(page)
  // Includes the stored text, so that a field doesn't disappear while it is edited.
  return allTexts.filter(({ id }) =>
    (['no', 'en'] as const).some((language) =>
      `${shownText(language, id)}\n${storedText(language, id)}`.toLowerCase().includes(phrase),
    ),
  )
}

/** Edits the site's texts next to a preview of their page. */
export function TextEditor({ stored }: { stored: StoredSiteTexts }) {
  const drafts = useTextDrafts(stored)
  const save = useSaveSiteTexts()
  const [page, setPage] = useState('home')
  const [search, setSearch] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const { form, labels, changes } = drafts
  const invalid = changes.filter(
    ({ id, language, text }) => text !== null && textProblem(id, text, drafts.deliveredText(language, id))?.blocks,
  )
  const found = listedTexts(page, search, drafts)
  const listed = found.slice(0, maxFound)
  const isSearch = search.trim() !== ''
  const saving = useSaving({
    form,
    labels,
    valuesOf,
    stored,
    conflictIn: conflictingTexts,
    save: async ({ version }) => {
      if (invalid.length > 0)
        throw new Error(`${plural(invalid.length)} kan ikke lagres slik de står. Se over dem først.`)
      const saved = await save.mutateAsync({ changes, version: Number(version) })
      toast({ title: 'Tekstene er lagret', description: 'Nettstedet viser dem om et øyeblikk.' })
      return saved
    },
    failed: 'Kunne ikke lagre tekstene',
  })
  /** Scrolls to the field of a text that was clicked in the preview, and focuses it. */
  const choose = (language: TextLanguage, id: string) => {
    flushSync(() => setSearch(''))
    const row = list.current?.querySelector(`[data-text="${CSS.escape(id)}"]`)
    row?.scrollIntoView({ block: 'center' })
    row?.querySelector<HTMLElement>(`[lang="${language === 'no' ? 'nb' : 'en'}"]`)?.focus({ preventScroll: true })
  }
  const head = (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter in the search must not save
    <div
      className="flex min-w-0 flex-wrap items-center gap-2.5"
      onKeyDown={(event) => event.key === 'Enter' && event.target instanceof HTMLInputElement && event.preventDefault()}
    >
      <Select data-fleeting aria-label="Side" value={page} onValueChange={setPage} options={pageOptions} />
      <SearchBox
        label="Søk i alle tekster"
        placeholder="Søk i alle tekster …"
        value={search}
        onValueChange={setSearch}
        className="w-full max-sm:order-last sm:w-72"
      />
    </div>
  )

  return (
    <SaveForm
      saving={saving}
      submitLabel="Lagre tekstene"
      unsavedLabel={`${plural(changes.length)} ikke lagret`}
      head={head}
      className="flex flex-col gap-5"
    >
      <p className="max-w-prose text-[0.8125rem] text-soft">
        Tagger blir byttet ut med det som står under Bedriften: {Object.values(companyTags).join(', ')}.
      </p>
      <div className="grid items-start gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div ref={list} className="min-w-0">
          <p role="status" className="mb-2 text-[0.8125rem] text-soft">
            {!isSearch
              ? `${plural(found.length)} på siden`
              : `${plural(found.length)} funnet${found.length > maxFound ? `, de første ${maxFound} vises` : ''}`}
          </p>
          <LanguageHeads />
          {isSearch ? (
            <ul>
              {listed.map(({ id }) => (
                <TextRow key={id} id={id} drafts={drafts} withPlace />
              ))}
            </ul>
          ) : (
            placesOf(found).map(([place, texts]) => (
              <section key={place} aria-label={place}>
                <h4 className="pt-5 pb-2 font-semibold text-sm">{place}</h4>
                <ul>
                  {texts?.map(({ id }) => (
                    <TextRow key={id} id={id} drafts={drafts} withPlace={false} />
                  ))}
                </ul>
              </section>
            ))
          )}
        </div>
        <div className="min-w-0 max-xl:order-first xl:sticky xl:top-4">
          <PagePreview page={page} drafts={drafts} onChoose={choose} />
        </div>
      </div>
    </SaveForm>
  )
}
