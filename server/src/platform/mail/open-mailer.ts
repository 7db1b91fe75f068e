import type { Config } from '../config/config.ts'
import { fileMailer } from './file-mailer.ts'
import type { Mailer } from './mailer.ts'
import { smtpMailer } from './smtp-mailer.ts'

/** Where mails go: to the mail server of `SMTP_URL`, or without one to files in `DATA_DIR/outbox`. */
export const openMailer = ({ smtpUrl, dataDir }: Pick<Config, 'smtpUrl' | 'dataDir'>): Mailer =>
  smtpUrl ? smtpMailer(smtpUrl) : fileMailer(dataDir)
