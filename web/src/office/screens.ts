import { loadable, type Script } from '../ui/base/loadable.tsx'
import { CustomerRecord, panelTab, panelTabs } from './panel-tabs.tsx'

export const AdminLayout = loadable(async () => (await import('./admin-layout.tsx')).AdminLayout)
export const AdminPanel = loadable(async () => (await import('./admin-panel.tsx')).AdminPanel)
export const AdminSettings = loadable(async () => (await import('./admin-settings.tsx')).AdminSettings)

/** Lists the scripts that the user of a page will probably need next, in order. They are fetched early, while the user types the password. */
export const nextScripts = ({ pathname, searchParams }: URL): readonly Script[] => {
  if (pathname === '/login') return [{ load: () => import('./leads-layout.tsx') }]
  const [, area, records] = pathname.split('/')
  if (area !== 'admin') return []
  const shown = records === 'settings' ? AdminSettings : panelTab(records, searchParams.get('tab')).Screen
  return [AdminLayout, AdminPanel, shown, ...panelTabs.map(({ Screen }) => Screen), CustomerRecord, AdminSettings]
}
