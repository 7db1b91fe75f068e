import { Outlet } from 'react-router'
import { Toaster } from '../ui/toast.tsx'
import { TooltipProvider } from '../ui/tooltip.tsx'
import { ShortcutHelp } from './shortcut-help.tsx'

/** Wraps every screen of the office. */
export function OfficeLayout() {
  return (
    <TooltipProvider>
      <Outlet />
      <ShortcutHelp />
      <Toaster corner="left" />
    </TooltipProvider>
  )
}
