import { useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { Confirmation, ConfirmationDialog } from '../features/session/components/confirmation.tsx'
import { useIsAway } from '../platform/live.ts'
import { useShortcut } from '../platform/shortcuts.ts'
import { whenIdle } from '../platform/when-idle.ts'
import { loadable, loadWhenIdle } from '../ui/base/loadable.tsx'
import { DiscardDialog, UnsavedGuard } from '../ui/dialog/unsaved-guard.tsx'
import { nextScripts } from './screens.ts'

const HelpDialog = loadable(async () => (await import('./help-dialog.tsx')).HelpDialog)
const Toaster = loadable(async () => (await import('../ui/toast/toast.tsx')).Toaster)

/** `?` shows the current screen's shortcuts. */
function ShortcutHelp() {
  const [open, setOpen] = useState(false)
  useShortcut('?', 'Vis hurtigtastene', () => setOpen(true))
  return open && <HelpDialog onClose={() => setOpen(false)} />
}

/** Lists stay as they were while the server is away: says so. */
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

/** Renders the parts of every screen. Fetches their scripts after the first screen: one may have to say that the server is away. */
export function OfficeLayout() {
  const [isToasting, setToasting] = useState(false)
  useEffect(() => {
    loadWhenIdle([Toaster, ...nextScripts(new URL(location.href)), ConfirmationDialog, DiscardDialog])
    whenIdle(() => setToasting(true))
  }, [])
  return (
    <>
      <ServerAway />
      <Outlet />
      <ShortcutHelp />
      <Confirmation />
      <UnsavedGuard />
      {/* A live region from the start: a dialog hides from screen readers what is not one when it opens. */}
      <div aria-live="off">{isToasting && <Toaster />}</div>
    </>
  )
}
