import { loadable } from '../../../ui/base/loadable.tsx'

/** The second step of a login, fetched while the password is typed. */
export const LoginStep = loadable(async () => (await import('./login-step.tsx')).LoginStep)

/** The login by passkey, in a script of its own. */
export const PasskeyLoginButton = loadable(async () => (await import('./passkey-login-button.tsx')).PasskeyLoginButton)
