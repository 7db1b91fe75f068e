import type { Role } from '@kontor/contract/shared/endpoint'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Command } from '../features/search/components/search-palette.tsx'
import { createRequest } from '../platform/create-request.ts'
import { Button } from '../ui/base/button.tsx'
import { ArrowRightIcon, LogoutIcon, PlusIcon, SearchIcon } from '../ui/base/icons.tsx'
import { loadable, loadWhenIdle } from '../ui/base/loadable.tsx'
import { type Named, panelTabs } from './panel-tabs.tsx'
import { addressOfSection, settingsSections } from './settings-sections.ts'

const SearchPalette = loadable(
  async () => (await import('../features/search/components/search-palette.tsx')).SearchPalette,
)

interface Place extends Named {
  readonly path: string
}

const leads: Place = { title: 'Leads', path: '/leads', words: 'leads system salg' }
const newLead: Place = { title: 'Nytt lead', path: '/leads', words: 'ny opprett' }

const addressOf = (tab: { readonly id: string }): string => `/admin?tab=${tab.id}`

const placesFor: Readonly<Record<Role, readonly Place[]>> = {
  sales: [leads],
  admin: [
    ...panelTabs.map(({ label, Screen: _, ...tab }) => ({ title: label, path: addressOf(tab), ...tab })),
    ...settingsSections.map((section) => ({
      title: `Innstillinger: ${section.label}`,
      path: addressOfSection(section),
      words: section.words,
    })),
    leads,
  ],
}

/** The forms for new records that each role can open. A form's title is the label of its screen's shortcut. */
const formsFor: Readonly<Record<Role, readonly Place[]>> = {
  sales: [newLead],
  admin: [newLead, ...panelTabs.flatMap((tab) => ('creates' in tab ? [{ ...tab.creates, path: addressOf(tab) }] : []))],
}

const useCommands = (role: Role, onLogOut: () => void): Command[] => {
  const navigate = useNavigate()
  return [
    ...formsFor[role].map(({ path, ...form }) => ({
      ...form,
      id: `form ${form.title}`,
      group: 'Opprett',
      icon: <PlusIcon />,
      run: () => void navigate(path, { state: createRequest(form.title) }),
    })),
    ...placesFor[role].map(({ path, ...place }) => ({
      ...place,
      id: `place ${path}`,
      group: 'Gå til',
      icon: <ArrowRightIcon />,
      run: () => void navigate(path),
    })),
    { id: 'log out', group: 'Økten', icon: <LogoutIcon />, title: 'Logg ut', run: onLogOut },
  ]
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Returns true if an open menu or dialog prevents the search. An open record doesn't, since leaving it asks about unsaved input. */
const isCovered = (): boolean =>
  document.querySelector('[role=dialog]:not([data-record]), [role=alertdialog], [role=menu]') !== null

const isPaletteKey = ({ key, ctrlKey, metaKey, shiftKey, altKey, isComposing }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !shiftKey && !altKey && !isComposing && key.toLowerCase() === 'k'

interface OfficeSearchProps {
  readonly userRole: Role
  readonly onLogOut: () => void
}

/** The button that opens the global search; Ctrl + K or ⌘ K opens and closes it, too. */
export function OfficeSearch({ userRole, onLogOut }: OfficeSearchProps) {
  const [open, setOpen] = useState(false)
  const commands = useCommands(userRole, onLogOut)
  const navigate = useNavigate()
  const opener = useRef<HTMLElement | null>(null)

  // If the search is reopened at once, the focus hasn't returned to the opener yet. Then keeps that opener.
  const show = () => {
    const { activeElement } = document
    if (activeElement instanceof HTMLElement && activeElement !== document.body) opener.current = activeElement
    setOpen(true)
  }
  const findOpener = () => {
    const element = opener.current
    opener.current = null
    return element
  }
  const toggle = useRef(() => {})
  useLayoutEffect(() => {
    toggle.current = open ? () => setOpen(false) : show
  })
  // Preloaded, so that letters typed right after the shortcut aren't lost.
  useEffect(() => loadWhenIdle([SearchPalette]), [])
  // A layout effect, so that no key press right after rendering is lost.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isOpen = document.querySelector('[data-palette]') !== null
      if (!isPaletteKey(event) || event.defaultPrevented || (!isOpen && isCovered())) return
      event.preventDefault()
      toggle.current()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  // Back closes the search. Other navigations don't, since a page that has just opened may change its own URL a moment later.
  useEffect(() => {
    const close = () => setOpen(false)
    window.addEventListener('popstate', close)
    return () => window.removeEventListener('popstate', close)
  }, [])

  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className="max-sm:px-2"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={show}
      >
        <SearchIcon />
        <span className="max-sm:sr-only">Søk</span>
        <span aria-hidden="true" className="rounded-sm border border-border/60 px-1 text-soft text-xs max-lg:hidden">
          {isApple ? '⌘ K' : 'Ctrl K'}
        </span>
      </Button>
      {open && (
        <SearchPalette
          commands={commands}
          onOpen={(address) => void navigate(address)}
          findOpener={findOpener}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
