import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { StartFailure } from '../errors/start-failure.ts'
import { loadConfig } from './config.ts'
import { variables } from './variables.ts'

/** The public key of the example in age's manual, without its last character, which is p. */
const recipientStart = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8'

const configErrors = (env: Record<string, string>): readonly string[] => {
  try {
    loadConfig(env)
  } catch (error) {
    if (error instanceof StartFailure) return error.sentences
    throw error
  }
  return []
}

describe('defaults', () => {
  test('apply when no variable is set', () => {
    expect(loadConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      publicFormLimit: 30,
      dataDir: resolve('data'),
      databaseUrl: undefined,
      adminPassword: undefined,
      salesUsername: 'salg',
      salesPassword: undefined,
      smtpUrl: undefined,
      smtpInsecure: false,
      notifyEmail: undefined,
      brregBaseUrl: 'https://data.brreg.no',
      trustProxy: false,
      metricsToken: undefined,
      backupTo: undefined,
      backupAt: '02:30',
      backupKeepDaily: 7,
      backupKeepWeekly: 4,
      backupKeepMonthly: 6,
      backupRecipient: undefined,
      backupVerifyUrl: undefined,
      backupS3Endpoint: undefined,
      backupS3Region: 'eu-north-1',
      backupS3KeyId: undefined,
      backupS3Secret: undefined,
      logLevel: 'warn',
      worker: 'on',
    })
  })

  test('apply to every empty or blank variable', () => {
    for (const value of ['', '  ']) {
      expect(loadConfig(Object.fromEntries(variables.map(({ name }) => [name, value])))).toEqual(loadConfig({}))
    }
  })

  test('include the port in the public URL', () => {
    expect(loadConfig({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080')
  })
})

describe('valid values', () => {
  test('are parsed', () => {
    const config = loadConfig({
      PORT: ' 0 ',
      HOST: '::1',
      PUBLIC_URL: 'https://www.firma.example/',
      DATABASE_URL: 'postgres://kontor:hemmelig@db.example:5432/kontor',
      SMTP_URL: 'smtps://bruker:passord@mail.example:465',
      NOTIFY_EMAIL: 'post@firma.example',
      BRREG_BASE_URL: 'http://localhost:4000/',
      TRUST_PROXY: 'True',
      LOG_LEVEL: 'info',
      WORKER: 'only',
    })
    expect(config).toMatchObject({
      port: 0,
      host: '::1',
      publicUrl: 'https://www.firma.example',
      databaseUrl: 'postgres://kontor:hemmelig@db.example:5432/kontor',
      smtpUrl: 'smtps://bruker:passord@mail.example:465',
      notifyEmail: 'post@firma.example',
      brregBaseUrl: 'http://localhost:4000',
      trustProxy: true,
      logLevel: 'info',
      worker: 'only',
    })
  })

  test.each([
    ['a comma outside the host', 'postgres://kontor:a,b@one/kontor?options=-c%20search_path=a,b'],
    ['a socket', 'postgresql:///kontor?host=/var/run/postgresql'],
    ['a socket and a user', 'postgres://kontor@/kontor?host=/run/pg'],
  ])('accept a database address with %s', (_, url) => {
    expect(loadConfig({ DATABASE_URL: url }).databaseUrl).toBe(url)
  })

  test('keep leading and trailing spaces of a password', () => {
    expect(loadConfig({ ADMIN_PASSWORD: ' åpne døren ' }).adminPassword).toBe(' åpne døren ')
  })
})

describe('invalid values', () => {
  test.each([
    ['PORT', 'tre tusen', 'PORT must be a whole number from 0 to 65535, but is "tre tusen".'],
    ['PORT', '65536', 'PORT must be a whole number from 0 to 65535, but is "65536".'],
    ['PORT', '3000.5', 'PORT must be a whole number from 0 to 65535, but is "3000.5".'],
    ['PORT', '0x50', 'PORT must be a whole number from 0 to 65535, but is "0x50".'],
    ['HOST', 'http://localhost', 'HOST must be an IP address or a host name, but is "http://localhost".'],
    [
      'PUBLIC_URL',
      'www.firma.example',
      'PUBLIC_URL must be an address like https://www.example.com, without a path, but is "www.firma.example".',
    ],
    [
      'PUBLIC_URL',
      'https://firma.example/kontor',
      'PUBLIC_URL must be an address like https://www.example.com, without a path, but is "https://firma.example/kontor".',
    ],
    ['PUBLIC_FORM_LIMIT', '0', 'PUBLIC_FORM_LIMIT must be a whole number from 1 to 1000000, but is "0".'],
    ['NOTIFY_EMAIL', 'Kari', 'NOTIFY_EMAIL must be an e-mail address, but is "Kari".'],
    ['BRREG_BASE_URL', 'register', 'BRREG_BASE_URL must be an address like https://data.brreg.no, but is "register".'],
    ['TRUST_PROXY', 'kanskje', 'TRUST_PROXY must be on or off, but is "kanskje".'],
    ['TRUST_PROXY', 'constructor', 'TRUST_PROXY must be on or off, but is "constructor".'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, but is "loud".'],
    ['WORKER', 'yes', 'WORKER must be on, off or only, but is "yes".'],
    [
      'BACKUP_RECIPIENT',
      `${recipientStart}q`,
      `BACKUP_RECIPIENT must be public keys of age like age1…, but is "${recipientStart}q".`,
    ],
    ['BACKUP_TO', 's3:/kopier', 'BACKUP_TO must be a folder, or a bucket like s3://name/prefix, but is "s3:/kopier".'],
  ])('%s=%s is reported in one sentence', (name, value, sentence) => {
    expect(configErrors({ [name]: value })).toEqual([sentence])
  })

  test('a database owner or a direct address alone is rejected', () => {
    const url = 'postgres://kontor@localhost/kontor'
    expect(configErrors({ DATABASE_OWNER_URL: url, DATABASE_DIRECT_URL: url })).toEqual([
      'DATABASE_OWNER_URL needs DATABASE_URL, the same database for the role that the server works as.',
      'DATABASE_DIRECT_URL needs DATABASE_URL, the same database through a pooler.',
    ])
  })

  test('public keys of age are accepted, several too', () => {
    expect(configErrors({ BACKUP_RECIPIENT: `${recipientStart}p, ${recipientStart}p` })).toEqual([])
  })

  test.each([
    ['DATABASE_URL', 'mysql://root:hemmelig@localhost/kontor'],
    ['SMTP_URL', 'https://bruker:hemmelig@mail.example'],
    ['METRICS_TOKEN', 'hemmelig nøkkel'],
    ['ADMIN_PASSWORD', 'hemmelig'.repeat(30)],
  ])('an invalid %s is reported without its secret', (name, value) => {
    const sentences = configErrors({ [name]: value })
    expect(sentences).toHaveLength(1)
    expect(sentences[0]).toMatch(new RegExp(`^${name} must .*\\.$`))
    expect(sentences[0]).not.toContain('hemmelig')
  })

  test.each([
    'postgres://kontor:hemmelig@one:5432,two:5432/kontor?target_session_attrs=read-write',
    'postgres://kontor:hemmelig@one,two/kontor',
    'postgres://kontor:hemmelig@/kontor?host=one,two',
  ])('a DATABASE_URL with several hosts is rejected with advice: %s', (url) => {
    expect(configErrors({ DATABASE_URL: url })).toEqual([
      'DATABASE_URL must name one host: for several, name a proxy or an address that follows the one that can be written.',
    ])
  })

  test('are all reported together', () => {
    const sentences = configErrors({ PORT: 'x', HOST: 'a b', WORKER: 'maybe', SMTP_URL: 'mail' })
    expect(sentences.map((sentence) => sentence.split(' ')[0])).toEqual(['PORT', 'HOST', 'SMTP_URL', 'WORKER'])
  })
})

describe('a secret in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-secrets-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const fileWith = (content: string): string => {
    const path = join(folder, `${readdirSync(folder).length}`)
    writeFileSync(path, content)
    return path
  }

  test('is read without the line break at its end', () => {
    const key = '-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----'
    const config = loadConfig({
      ADMIN_PASSWORD_FILE: fileWith(' et passord med mellomrom \n'),
      EVIDENCE_KEY_FILE: fileWith(`${key}\r\n`),
      DATABASE_URL_FILE: fileWith('postgres://kontor:hemmelig@db.example/kontor\n'),
    })
    expect(config.adminPassword).toBe(' et passord med mellomrom ')
    expect(config.evidenceKey).toBe(key)
    expect(config.databaseUrl).toBe('postgres://kontor:hemmelig@db.example/kontor')
  })

  test('is refused when it is set twice, empty or unreadable, all in one go and without its content', () => {
    const twice = fileWith('hemmelig-fra-fil')
    const empty = fileWith('\n')
    const sentences = configErrors({
      ADMIN_PASSWORD: 'hemmelig-fra-miljøet',
      ADMIN_PASSWORD_FILE: twice,
      SMTP_URL_FILE: empty,
      METRICS_TOKEN_FILE: join(folder, 'mangler'),
      SALES_PASSWORD_FILE: folder,
    })
    expect(sentences).toEqual([
      'ADMIN_PASSWORD and ADMIN_PASSWORD_FILE are both set, but only one can be.',
      `SALES_PASSWORD_FILE names ${folder}, which can't be read (EISDIR).`,
      `SMTP_URL_FILE names ${empty}, which is empty.`,
      `METRICS_TOKEN_FILE names ${join(folder, 'mangler')}, which can't be read (ENOENT).`,
    ])
  })

  test('is checked like one in the environment, and never quoted', () => {
    expect(configErrors({ DATABASE_URL_FILE: fileWith('mysql://hemmelig') })).toEqual([
      'DATABASE_URL must look like postgres://user:password@host:5432/name.',
    ])
  })

  test('is not looked for where the variable is no secret', () => {
    expect(loadConfig({ HOST_FILE: join(folder, 'mangler') }).host).toBe('127.0.0.1')
  })
})

test('.env.example names every variable with its explanation and its default', () => {
  const file = readFileSync(new URL('../../../../.env.example', import.meta.url), 'utf8')
  const [, ...entries] = file.trimEnd().split('\n\n')
  const expected = variables.map(({ name, doc, fallback }) => `# ${doc}\n# ${name}=${fallback}`)
  expect(entries).toEqual(expected)
})

test('requires OIDC_CLIENT_ID with OIDC_ISSUER', () => {
  const provider = { OIDC_ISSUER: 'https://broker.example' }
  expect(() => loadConfig(provider)).toThrow('OIDC_ISSUER needs OIDC_CLIENT_ID')
  expect(loadConfig({ ...provider, OIDC_CLIENT_ID: 'kontor' }).oidcClientId).toBe('kontor')
})
