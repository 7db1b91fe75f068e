import type { Config } from '../config/config.ts'
import { fileMailer } from './file-mailer.ts'
import type { Mailer } from './mailer.ts'
import { type DkimKey, smtpMailer } from './smtp-mailer.ts'

/** Returns the key for DKIM; undefined if Kontor doesn't sign. */
export const dkimOf = ({
  dkimDomain: domain,
  dkimSelector: selector,
  dkimKey: key,
}: Partial<Pick<Config, 'dkimDomain' | 'dkimSelector' | 'dkimKey'>>): DkimKey | undefined =>
  domain && selector && key ? { domain, selector, key } : undefined

/** Opens a mailer that sends to the mail server of `SMTP_URL`; without one, it writes mails to `DATA_DIR/outbox`. */
export const openMailer = ({
  smtpUrl,
  smtpInsecure = false,
  dataDir,
  ...config
}: Pick<Config, 'smtpUrl' | 'dataDir'> &
  Partial<Pick<Config, 'smtpInsecure' | 'dkimDomain' | 'dkimSelector' | 'dkimKey'>>): Mailer =>
  smtpUrl ? smtpMailer(smtpUrl, { allowPlaintext: smtpInsecure, dkim: dkimOf(config) }) : fileMailer(dataDir)
