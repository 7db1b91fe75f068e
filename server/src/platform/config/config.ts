import { resolve } from 'node:path'
import { StartFailure } from '../lifecycle/start-failure.ts'
import { type DefaultedVariable, type Variable, variables } from './variables.ts'

/** The configuration from the environment, read once at startup by `loadConfig`. */
export interface Config {
  readonly port: number
  readonly host: string
  /** Without a trailing slash. */
  readonly publicUrl: string
  /** Posts per 10 minutes and address to the public forms. */
  readonly publicFormLimit: number
  /** Absolute. */
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** Like `databaseUrl`, for the role that owns the tables, if it differs. */
  readonly databaseOwnerUrl: string | undefined
  readonly adminPassword: string | undefined
  readonly salesUsername: string
  readonly salesPassword: string | undefined
  readonly smtpUrl: string | undefined
  /** The password of `smtpUrl` may be sent without encryption. */
  readonly smtpInsecure: boolean
  /** Receives notifications about enquiries; the sender's address when unset. */
  readonly notifyEmail: string | undefined
  readonly brregBaseUrl: string
  readonly trustProxy: boolean
  readonly metricsToken: string | undefined
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  readonly worker: 'on' | 'off' | 'only'
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the configuration from the environment (`variables.ts` lists it). An empty variable counts as unset.
 * @throws StartFailure with one sentence for each invalid value
 */
export const loadConfig = (env: Environment): Config => {
  const sentences: string[] = []

  const optional = <Value>(name: string, { schema, secret }: Variable<Value>): Value | undefined => {
    const rawValue = env[name]
    if (!rawValue?.trim()) return undefined
    // Only passwords may begin or end with a space; elsewhere it is a typo.
    const text = secret ? rawValue : rawValue.trim()
    const result = schema.safeParse(text)
    if (result.success) return result.data
    const requirement = result.error.issues[0]?.message
    sentences.push(secret ? `${name} ${requirement}.` : `${name} ${requirement}, but is ${JSON.stringify(text)}.`)
    return undefined
  }
  // An invalid value falls back to its default, so that the other variables are validated too.
  const required = <Value>(name: string, variable: DefaultedVariable<Value>): Value =>
    optional(name, variable) ?? variable.schema.parse(variable.fallback)

  const port = required('PORT', variables.PORT)
  const config: Config = {
    port,
    host: required('HOST', variables.HOST),
    publicUrl: optional('PUBLIC_URL', variables.PUBLIC_URL) ?? `http://localhost:${port}`,
    publicFormLimit: required('PUBLIC_FORM_LIMIT', variables.PUBLIC_FORM_LIMIT),
    dataDir: resolve(required('DATA_DIR', variables.DATA_DIR)),
    databaseUrl: optional('DATABASE_URL', variables.DATABASE_URL),
    databaseOwnerUrl: optional('DATABASE_OWNER_URL', variables.DATABASE_OWNER_URL),
    adminPassword: optional('ADMIN_PASSWORD', variables.ADMIN_PASSWORD),
    salesUsername: required('SALES_USERNAME', variables.SALES_USERNAME),
    salesPassword: optional('SALES_PASSWORD', variables.SALES_PASSWORD),
    smtpUrl: optional('SMTP_URL', variables.SMTP_URL),
    smtpInsecure: required('SMTP_INSECURE', variables.SMTP_INSECURE),
    notifyEmail: optional('NOTIFY_EMAIL', variables.NOTIFY_EMAIL),
    brregBaseUrl: required('BRREG_BASE_URL', variables.BRREG_BASE_URL),
    trustProxy: required('TRUST_PROXY', variables.TRUST_PROXY),
    metricsToken: optional('METRICS_TOKEN', variables.METRICS_TOKEN),
    logLevel: required('LOG_LEVEL', variables.LOG_LEVEL),
    worker: required('WORKER', variables.WORKER),
  }
  if (config.databaseOwnerUrl && !config.databaseUrl)
    sentences.push('DATABASE_OWNER_URL needs DATABASE_URL, the same database for the role that the server works as.')
  if (sentences.length > 0) throw new StartFailure(sentences)
  return config
}
