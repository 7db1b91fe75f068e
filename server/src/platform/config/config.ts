import { readFileSync } from 'node:fs'
import type { z } from 'zod'
import { errorCode } from '../errors/error-code.ts'
import { StartFailure } from '../errors/start-failure.ts'
import { configSchema, variables } from './variables.ts'

const secrets = variables.filter(({ secret }) => secret)

/** Reads a file without the line break that editors and `echo` add at its end. */
const contentOf = (path: string): string => readFileSync(path, 'utf8').replace(/\r?\n$/, '')

interface SecretFiles {
  /** The environment, with the files' contents under the variables' names. */
  readonly env: NodeJS.ProcessEnv
  /** One sentence for each secret that is set twice, or whose file is empty or can't be read. */
  readonly sentences: readonly string[]
}

/** Reads secrets from files, as Docker, Kubernetes and systemd provide them: ADMIN_PASSWORD_FILE names the file with ADMIN_PASSWORD. */
const readSecretFiles = (env: NodeJS.ProcessEnv): SecretFiles => {
  const found: Record<string, string> = {}
  const read = (name: string): string[] => {
    const path = env[`${name}_FILE`]?.trim()
    if (!path) return []
    if (env[name]?.trim()) return [`${name} and ${name}_FILE are both set, but only one can be.`]
    try {
      const content = contentOf(path)
      if (content.trim() === '') return [`${name}_FILE names ${path}, which is empty.`]
      found[name] = content
      return []
    } catch (error) {
      return [`${name}_FILE names ${path}, which can't be read (${errorCode(error)}).`]
    }
  }
  const sentences = secrets.flatMap(({ name }) => read(name))
  return { env: { ...env, ...found }, sentences }
}

/** The configuration from the environment, read once at startup by `loadConfig`. */
export type Config = Readonly<z.output<typeof configSchema>> & { readonly publicUrl: string }

/**
 * Reads the configuration from the environment (`variables.ts` lists it) and the files of secrets that it names. An empty variable counts as
 * unset.
 * @throws StartFailure with one sentence for each invalid value
 */
export const loadConfig = (environment: NodeJS.ProcessEnv): Config => {
  const { env, sentences: fileSentences } = readSecretFiles(environment)
  const texts = Object.fromEntries(
    variables.map(({ key, name, secret }) => {
      const text = env[name]
      if (!text?.trim()) return [key, undefined]
      // Only secrets may begin or end with a space; elsewhere it is a typo.
      return [key, secret ? text : text.trim()]
    }),
  )
  const { data, error } = configSchema.safeParse(texts)
  const invalid = (error?.issues ?? []).map(({ path: [key], message }) => {
    const { name, secret } = variables.find((variable) => variable.key === key) ?? {}
    return secret ? `${name} ${message}.` : `${name} ${message}, but is ${JSON.stringify(texts[String(key)])}.`
  })
  const sentences = [...fileSentences, ...invalid]
  if (texts.databaseOwnerUrl && !texts.databaseUrl)
    sentences.push('DATABASE_OWNER_URL needs DATABASE_URL, the same database for the role that the server works as.')
  if (texts.databaseDirectUrl && !texts.databaseUrl)
    sentences.push('DATABASE_DIRECT_URL needs DATABASE_URL, the same database through a pooler.')
  if (texts.oidcIssuer && !texts.oidcClientId)
    sentences.push('OIDC_ISSUER needs OIDC_CLIENT_ID, by which the provider knows this installation.')
  if (texts.backupTo?.startsWith('s3://') && !(texts.backupS3KeyId && texts.backupS3Secret))
    sentences.push('BACKUP_TO names a bucket, which needs BACKUP_S3_KEY_ID and BACKUP_S3_SECRET.')
  const dkim = [texts.dkimDomain, texts.dkimSelector, texts.dkimKey].filter(Boolean)
  if (dkim.length > 0 && dkim.length < 3)
    sentences.push('DKIM_DOMAIN, DKIM_SELECTOR and DKIM_KEY belong together: set all three or none.')
  if (!data || sentences.length > 0) throw new StartFailure(sentences)
  return { ...data, publicUrl: data.publicUrl ?? `http://localhost:${data.port}` }
}
