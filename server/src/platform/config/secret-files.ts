import { readFileSync } from 'node:fs'
import { errorCode } from '../errors/error-code.ts'
import { variables } from './variables.ts'

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
export const readSecretFiles = (env: NodeJS.ProcessEnv): SecretFiles => {
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
