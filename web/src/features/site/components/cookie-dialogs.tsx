import { CustomiseDialog } from './cookie-customise-dialog.tsx'
import { SettingsDialog } from './cookie-settings-dialog.tsx'

/** Loaded together, when one of them is wanted. */
export const cookieDialogs = { customise: CustomiseDialog, settings: SettingsDialog } as const
