import type { Config } from '../config/config.ts'
import { fileMailer } from './file-mailer.ts'
import type { Mailer } from './mailer.ts'
import { smtpMailer } from './smtp-mailer.ts'

/** Sends mails to the mail server of `SMTP_URL`; without one, writes them to `DATA_DIR/outbox`. */
export const openMailer = ({
  smtpUrl,
  smtpInsecure = false,
  dataDir,
}: Pick<Config, 'smtpUrl' | 'dataDir'> & Partial<Pick<Config, 'smtpInsecure'>>): Mailer =>
  smtpUrl ? smtpMailer(smtpUrl, { allowPlaintext: smtpInsecure }) : fileMailer(dataDir)
