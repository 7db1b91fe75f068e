import { NoTemporaryDatabase } from '../../platform/backup/temporary-database.ts'
import { BackupDiffers } from '../../platform/backup/verify-backup.ts'
import { errorCode } from '../../platform/errors/error-code.ts'

const byCode: Readonly<Record<string, string>> = {
  ENOSPC: 'Disken er full.',
  EDQUOT: 'Diskkvoten er brukt opp.',
  '53100': 'Databasens disk er full.',
  ENOENT: 'Mappen for sikkerhetskopier finnes ikke.',
  ENOTDIR: 'Mappen for sikkerhetskopier finnes ikke.',
  EACCES: 'Kontor har ikke tilgang til å skrive i mappen for sikkerhetskopier.',
  EPERM: 'Kontor har ikke tilgang til å skrive i mappen for sikkerhetskopier.',
  EROFS: 'Disken for sikkerhetskopier kan bare leses.',
  EEXIST: 'Det finnes allerede en fil med samme navn.',
  ECONNREFUSED: 'Lagringstjenesten svarer ikke.',
  ECONNRESET: 'Forbindelsen til lagringstjenesten ble brutt.',
  ENOTFOUND: 'Lagringstjenesten finnes ikke på adressen.',
  EAI_AGAIN: 'Adressen til lagringstjenesten kan ikke slås opp akkurat nå.',
  ETIMEDOUT: 'Lagringstjenesten svarer ikke.',
  NoSuchBucket: 'Bøtten finnes ikke hos lagringstjenesten.',
  AccessDenied: 'Lagringstjenesten gir ikke tilgang til bøtten.',
  InvalidAccessKeyId: 'Lagringstjenesten kjenner ikke nøkkelen.',
  SignatureDoesNotMatch: 'Lagringstjenesten avviser nøkkelen.',
}

const causesOf = (error: unknown): unknown[] =>
  error instanceof Error && error.cause !== undefined ? [error, ...causesOf(error.cause)] : [error]

/** Explains why a backup failed, in a sentence for users; the log has the error itself. */
export const problemOf = (error: unknown): string => {
  if (error instanceof BackupDiffers) return 'Kontrollen viste at kopien ikke er lik databasen.'
  for (const cause of causesOf(error)) {
    const sentence = byCode[errorCode(cause) ?? '']
    if (sentence) return sentence
    if (cause instanceof Error && cause.name === 'S3ServiceError') return 'Lagringstjenesten svarte med en feil.'
  }
  return 'Uventet feil. Den står i serverens logg.'
}

/** Explains why a backup could not be verified, in a sentence for users; undefined if the backup itself is faulty. */
export const whyUnverified = (error: unknown): string | undefined => {
  if (error instanceof NoTemporaryDatabase)
    return error.reason === 'rights'
      ? 'Kontor kan ikke opprette en midlertidig database å kontrollere kopien i. Til den som drifter Kontor: se BACKUP_VERIFY_URL.'
      : 'Databaseserveren for kontrollen svarer ikke.'
  const isFull = causesOf(error).some((cause) => ['53100', 'ENOSPC', 'EDQUOT'].includes(errorCode(cause) ?? ''))
  return isFull ? 'Det var ikke nok diskplass til å kontrollere kopien.' : undefined
}
