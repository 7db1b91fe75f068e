import { useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Notice } from '../../../ui/base/states.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { textsPreviewAddress } from '../site-editing.api.ts'
import { textPages, textsOfPage } from './text-catalogue.ts'
import type { TextDrafts, TextLanguage } from './use-text-drafts.ts'

const squeezed = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** Returns true if the page's text `shown` is `text` with anything in place of the tags. */
const isShownAs = (text: string, shown: string): boolean => {
  const [first = '', ...rest] = squeezed(text).split(/\{[^{}]*\}/)
  if (rest.length === 0) return first === shown
  if (!shown.startsWith(first)) return false
  let from = first.length
  for (const part of rest) {
    const found = shown.indexOf(part, from)
    if (found < 0) return false
    from = found + part.length
  }
  return rest.at(-1) === '' || from === shown.length
}

/** Maximum number of elements that are searched for the clicked text: the element itself and those around it. */
const maxParents = 4

interface PageText {
  readonly id: string
  readonly text: string
}

/** Finds the id of the text that an element shows, or that the smallest element around it shows. */
const findText = (element: Element, texts: readonly PageText[]): string | undefined => {
  let around: Element | null = element
  for (let step = 0; around !== null && step < maxParents; step += 1) {
    const shown = squeezed(around.textContent)
    // Skips texts that have only tags, since they would match anything.
    const found = texts.find(({ text }) => /\p{L}/u.test(text.replaceAll(/\{[^{}]*\}/g, '')) && isShownAs(text, shown))
    if (found) return found.id
    around = around.parentElement
  }
  return undefined
}

/** Maximum number of listed texts that don't fit. */
const maxFound = 5

const isShown = (element: Element): boolean =>
  element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest('.sr-only')

/** Returns the width, in pixels, of the widest part of a text that can't be broken. */
const widestPart = (page: Document, node: Node, parent: Element): number => {
  const parts = getComputedStyle(parent).whiteSpace === 'nowrap' ? /.+/gs : /[^\s-]+-?/g
  const range = page.createRange()
  const widths = [...(node.textContent ?? '').matchAll(parts)].flatMap(({ index, 0: part }) => {
    range.setStart(node, index)
    range.setEnd(node, index + part.length)
    return [...range.getClientRects()].map(({ width }) => width)
  })
  return Math.max(0, ...widths)
}

/**
 * Finds the texts of a document that extend beyond its right edge. Texts with the widest words come first, since these may have widened the
 * column of other texts that would fit.
 */
const findOverflow = (page: Document): string[] => {
  const { clientWidth } = page.documentElement
  // Prevents breaks within a heading's word, so that such a word counts as too wide.
  for (const heading of page.querySelectorAll<HTMLElement>('h1, h2')) heading.style.overflowWrap = 'normal'
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT)
  const found = new Map<string, number>()
  while (walker.nextNode()) {
    const { currentNode: node } = walker
    const text = node.textContent?.trim()
    const { parentElement: parent } = node
    if (!text || !parent || /^(?:SCRIPT|STYLE|NOSCRIPT)$/.test(parent.tagName) || !isShown(parent)) continue
    const range = page.createRange()
    range.selectNodeContents(node)
    if (range.getBoundingClientRect().right <= clientWidth + 1) continue
    found.set(text, Math.max(found.get(text) ?? 0, widestPart(page, node, parent)))
  }
  return [...found]
    .sort(([, a], [, b]) => b - a)
    .slice(0, maxFound)
    .map(([text]) => text)
}

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

/** Shows a page with the typed texts, rendered by the server. Lists texts that are too wide for the page. */
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
      // Prevents the default action, since a link would leave the preview.
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
          data-fleeting
          aria-label="Språk i forhåndsvisningen"
          value={language}
          onValueChange={(value) => setLanguage(value === 'en' ? 'en' : 'no')}
          options={languages}
        />
        <Select
          data-fleeting
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
      {/* The form is rendered in the body, since HTML forbids nested forms. */}
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
          // The sandbox blocks scripts in the frame, but lets the office measure the frame's texts.
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
