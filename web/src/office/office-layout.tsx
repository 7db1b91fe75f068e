import { useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { Confirmation, ConfirmationDialog } from '../features/session/components/confirmation.tsx'
import { useIsAway } from '../platform/live.ts'
import { useShortcut } from '../platform/shortcuts.ts'
import { whenIdle } from '../platform/when-idle.ts'
import { loadable, loadWhenIdle } from '../ui/base/loadable.tsx'
import { DiscardDialog, UnsavedGuard } from '../ui/dialog/unsaved-guard.tsx'
import { currentToast } from '../ui/toast/toast-store.ts'
import { nextScripts } from './screens.ts'

const HelpDialog = loadable(async () => (await import('./help-dialog.tsx')).HelpDialog)
const Toaster = loadable(async () => (await import('../ui/toast/toast.tsx')).Toaster)

/** `?` shows the current screen's shortcuts. */
function ShortcutHelp() {
  const [open, setOpen] = useState(false)
  useShortcut('?', 'Vis hurtigtastene', () => setOpen(true))
  return open && <HelpDialog onClose={() => setOpen(false)} />
}

/** Shows a notice while the server doesn't respond, since lists aren't updated then. */
function ServerAway() {
  const isAway = useIsAway()
  return (
    <div role="status" className="print:hidden">
      {isAway && (
        <p className="bg-warning px-4 py-1 text-center text-sm text-surface">
          Ingen kontakt med serveren. Prøver igjen …
        </p>
      )}
    </div>
  )
}

/** Scripts that any screen may need at any time, even while the server is away and can't deliver them. */
export const commonScripts = [Toaster, ConfirmationDialog, DiscardDialog] as const

/** Renders the screen and the parts that all screens share. Scripts of shared parts are fetched once the first screen is shown. */
export function OfficeLayout() {
  const [isIdle, setIdle] = useState(false)
  const hasMessage = currentToast.use() !== null
  useEffect(() => {
    loadWhenIdle([...commonScripts, ...nextScripts(new URL(location.href))])
    whenIdle(() => setIdle(true))
  }, [])
  return (
    <>
      <ServerAway />
      <Outlet />
      <ShortcutHelp />
      <Confirmation />
      <UnsavedGuard />
      {/* Rendered from the start: an opening dialog hides everything from screen readers except `aria-live` elements that already exist. */}
      <div aria-live="off">{(isIdle || hasMessage) && <Toaster />}</div>
    </>
  )
}
