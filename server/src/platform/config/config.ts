/** Everything that the environment decides. Read once, at the start, by `loadConfig`. */
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
  readonly adminPassword: string | undefined
  readonly salesUsername: string
  readonly salesPassword: string | undefined
  readonly smtpUrl: string | undefined
  /** Where the company is told of enquiries; the sender's address when unset. */
  readonly notifyEmail: string | undefined
  readonly brregBaseUrl: string
  readonly trustProxy: boolean
  readonly metricsToken: string | undefined
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  readonly worker: 'on' | 'off' | 'only'
}
