import { CustomiseDialog } from './cookie-customise-dialog.tsx'
import { SettingsDialog } from './cookie-settings-dialog.tsx'

/** Loaded together, on demand. */
export const cookieDialogs = { customise: CustomiseDialog, settings: SettingsDialog } as const
