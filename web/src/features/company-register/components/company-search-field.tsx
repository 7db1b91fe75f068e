import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { cx } from '../../../ui/base/cx.ts'
import { SearchIcon, Spinner, WarningIcon } from '../../../ui/base/icons.tsx'
import { useEscape } from '../../../ui/base/use-escape.ts'
import { Field, Input } from '../../../ui/form/field.tsx'
import { type CompanySearchState, type FoundCompany, useCompanySearch } from '../company-register.api.ts'
import { CompanyResult } from './company-result.tsx'

interface CompanySearchFieldProps {
  readonly label?: string
  readonly hint?: ReactNode
  /** Called with the chosen company and the details loaded so far. */
  readonly onSelect: (company: FoundCompany) => void
  /** Called with the complete company once the details that `onSelect` lacked have loaded. */
  readonly onDetails?: (company: FoundCompany) => void
}

const isComplete = ({ accounts, roles, signature }: FoundCompany): boolean =>
  accounts !== undefined && roles !== undefined && signature !== undefined

/** Shows the state of the search, which screen readers announce. Visually hidden while the list shows results. */
function Status({ result }: { result: CompanySearchState }) {
  const line = 'flex items-start gap-2 px-3 py-2.5 text-sm'
  switch (result.state) {
    case 'idle':
      return null
    case 'searching':
      return (
        <span className={cx(line, 'text-soft')}>
          <Spinner className="mt-0.5 size-4 shrink-0" /> Søker...
        </span>
      )
    case 'failed':
      return (
        <span className={cx(line, 'text-danger')}>
          <WarningIcon className="mt-0.5 size-4 shrink-0" />
          <span>
            <span className="block">Feil ved søk: {result.message}</span>
            {result.sentence && <span className="mt-0.5 block text-ink">{result.sentence}</span>}
          </span>
        </span>
      )
    case 'found':
      return result.companies.length === 0 ? (
        <span className={line}>Ingen resultater funnet for "{result.query}"</span>
      ) : (
        <span className="sr-only">{result.companies.length} treff. Velg med piltastene og Enter.</span>
      )
  }
}

/** Finds a company in the national register by name or number. Follows the combobox pattern of the WAI-ARIA APG. */
export function CompanySearchField(props: CompanySearchFieldProps) {
  const { label = 'Søk i Enhetsregisteret', hint, onSelect, onDetails } = props
  const listId = useId()
  const optionId = (index: number) => `${listId}-${index}`
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<FoundCompany | null>(null)
  const { result, companies, type } = useCompanySearch(chosen)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const root = useRef<HTMLDivElement>(null)
  const popup = useRef<HTMLDivElement>(null)

  const shown = open && result.state !== 'idle'
  const listed = shown && companies.length > 0

  const close = () => {
    setOpen(false)
    setActive(-1)
  }

  const select = (company: FoundCompany) => {
    setText(company.navn)
    setChosen(company)
    type('')
    close()
    onSelect(company)
  }

  // Passes on the chosen company again once all details that it lacked have loaded.
  const [latest] = chosen ? companies : []
  const lateCompany = chosen && !isComplete(chosen) && latest && isComplete(latest) ? latest : null
  useEffect(() => {
    if (!lateCompany) return
    setChosen(lateCompany)
    onDetails?.(lateCompany)
  }, [lateCompany, onDetails])

  useEscape(shown, close)

  useEffect(() => {
    if (!shown) return
    const closeOutside = ({ target }: PointerEvent) => {
      if (target instanceof Node && root.current?.contains(target)) return
      setOpen(false)
      setActive(-1)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [shown])

  useEffect(() => {
    // Scrolls the list into view, since in a dialog it may open below the visible area. Doesn't scroll on a low screen, such as a phone with
    // an open keyboard, where scrolling would move the field out of view.
    if (listed && window.innerHeight > 640) popup.current?.scrollIntoView({ block: 'nearest' })
  }, [listed])

  useEffect(() => {
    if (active >= 0) document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [active, listId])

  const moveActive = (by: 1 | -1) => {
    setOpen(true)
    const from = listed ? active : -1
    setActive(from < 0 && by < 0 ? companies.length - 1 : (from + by + companies.length) % companies.length)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
    // Enter also chooses a company that isn't highlighted, if it is the only one found for the typed text.
    const onlyCompany = result.state === 'found' && result.query === text.trim() && companies.length === 1
    const activeCompany = listed ? companies[active < 0 && onlyCompany ? 0 : active] : undefined
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && companies.length > 0) {
      event.preventDefault()
      moveActive(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Enter' && shown) {
      // While the list is open, Enter must not submit the enclosing form.
      event.preventDefault()
      if (activeCompany) select(activeCompany)
    } else if (event.key === 'Tab') {
      close()
    } else if (/^(?:Home|End|Arrow(?:Left|Right))$/.test(event.key)) {
      setActive(-1)
    }
  }

  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !root.current?.contains(relatedTarget)) close()
  }

  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <div ref={root} className="relative">
          <SearchIcon className="pointer-events-none absolute top-2.5 left-3 size-4 text-soft" />
          <Input
            {...control}
            role="combobox"
            aria-expanded={listed}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={listed && active >= 0 ? optionId(active) : undefined}
            placeholder="Søk bedrift eller org.nr..."
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={({ target }) => {
              setText(target.value)
              setChosen(null)
              type(target.value)
              setActive(-1)
              setOpen(true)
            }}
            onClick={() => setOpen(true)}
            onKeyDown={onKeyDown}
            onBlur={onBlur}
            className="pl-9"
          />
          {/* biome-ignore lint/a11y/noStaticElementInteractions: keeps the focus in the field while the list is clicked or scrolled */}
          <div
            ref={popup}
            onMouseDown={(event) => event.preventDefault()}
            className={
              shown
                ? 'absolute inset-x-0 top-full z-30 mt-1 flex max-h-80 flex-col rounded-md border border-border/50 bg-surface text-ink shadow-float'
                : 'sr-only'
            }
          >
            <div role="status">{shown && <Status result={result} />}</div>
            <div
              id={listId}
              role="listbox"
              aria-label="Foretak"
              hidden={!listed}
              className="min-h-0 overflow-y-auto overscroll-contain"
            >
              {listed &&
                companies.map((company, index) => (
                  <CompanyResult
                    key={company.organisasjonsnummer}
                    id={optionId(index)}
                    company={company}
                    active={index === active}
                    onChoose={() => select(company)}
                  />
                ))}
            </div>
          </div>
        </div>
      )}
    </Field>
  )
}
