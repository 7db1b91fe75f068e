import { useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Notice } from '../../../ui/base/states.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { textsPreviewAddress } from '../site-editing.api.ts'
import { findOverflow } from './find-overflow.ts'
import { findText } from './find-text.ts'
import { textPages, textsOfPage } from './text-catalogue.ts'
import type { TextDrafts, TextLanguage } from './use-text-drafts.ts'

interface PagePreviewProps {
  readonly page: string
  readonly drafts: TextDrafts
  /** Called for a click on a text of the page. */
  readonly onChoose: (language: TextLanguage, id: string) => void
}

const widths = ['320', '768', '1280'] as const
type Width = (typeof widths)[number]

const frameWidths: Readonly<Record<Width, string>> = { 320: 'w-[320px]', 768: 'w-[768px]', 1280: 'w-[1280px]' }

const languages = [
  { value: 'no', label: 'Norsk' },
  { value: 'en', label: 'Engelsk' },
] as const

/** Milliseconds without typing before the preview updates. */
const debounceMs = 600

/** A page with the typed texts, rendered by the server. Lists the texts that don't fit in its width. */
export function PagePreview({ page, drafts, onChoose }: PagePreviewProps) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const [language, setLanguage] = useState<TextLanguage>('no')
  const [width, setWidth] = useState<Width>('320')
  const [tooWide, setTooWide] = useState<readonly string[]>([])
  const texts = JSON.stringify(drafts.merged(language))

  // biome-ignore lint/correctness/useExhaustiveDependencies: reloads the page for each, since its texts wrap differently in another width
  useEffect(() => {
    const timer = setTimeout(() => form.current?.submit(), debounceMs)
    return () => clearTimeout(timer)
  }, [texts, page, language, width])

  const measure = () => {
    const shown = frame.current?.contentDocument
    setTooWide(shown?.body ? findOverflow(shown) : [])
    shown?.addEventListener('click', (event) => {
      // A link would leave the preview.
      event.preventDefault()
      const view = shown.defaultView
      if (!view || !(event.target instanceof view.Element)) return
      const texts = textsOfPage(page).map(({ id: text }) => ({ id: text, text: drafts.shownText(language, text) }))
      const found = findText(event.target, texts)
      if (found !== undefined) onChoose(language, found)
    })
    if (shown?.body) shown.body.style.cursor = 'pointer'
  }

  return (
    <section aria-label="Forhåndsvisning" className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Select
          aria-label="Språk i forhåndsvisningen"
          value={language}
          onValueChange={(value) => setLanguage(value === 'en' ? 'en' : 'no')}
          options={languages}
        />
        <Select
          aria-label="Bredde i forhåndsvisningen"
          value={width}
          onValueChange={(value) => {
            setTooWide([])
            setWidth(widths.find((one) => one === value) ?? '320')
          }}
          options={widths.map((value) => ({ value, label: `${value} piksler bred` }))}
        />
      </div>
      {tooWide.length > 0 && (
        <Notice tone="warning">
          <p className="font-semibold">Får ikke plass i {width} piksler</p>
          <ul className="mt-1 flex flex-col gap-1 text-ink [overflow-wrap:anywhere]">
            {tooWide.map((text) => (
              <li key={text}>«{text}»</li>
            ))}
          </ul>
        </Notice>
      )}
      {/* Rendered in the body: HTML forbids nested forms. */}
      {createPortal(
        <form ref={form} method="post" action={textsPreviewAddress} target={`site${id}`} hidden>
          <input type="hidden" name="page" value={page} readOnly />
          <input type="hidden" name="language" value={language} readOnly />
          <textarea name="texts" value={texts} readOnly />
        </form>,
        document.body,
      )}
      <div className="overflow-x-auto rounded-md border border-rule bg-sunken">
        <iframe
          ref={frame}
          name={`site${id}`}
          title={`${textPages[page]?.label ?? 'Siden'} med tekstene slik de står nå`}
          // No scripts run in the frame, so its texts are measured from here.
          sandbox="allow-same-origin"
          onLoad={measure}
          className={`mx-auto block h-[22rem] bg-[white] xl:h-[40rem] [color-scheme:light] ${frameWidths[width]}`}
        />
      </div>
      <p className="text-[0.8125rem] text-soft">
        Trykk på en tekst for å endre den. Tekster som bare vises mens noen bruker siden, som webinarene og meldingene
        fra skjemaene, er ikke med her og blir ikke målt.
      </p>
    </section>
  )
}
