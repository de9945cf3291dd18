import { readFile } from 'node:fs/promises'
import { serverConfigSchema, type ServerConfig, type Upstream } from './server-config.js'

/** The configuration and the upstreams with their keys. Holds secrets: never log it. */
export interface LoadedConfig {
  config: ServerConfig
  upstreams: ReadonlyMap<string, Upstream>
}

/** What holds without a file: no upstreams, no pages but the server's own, loopback only. */
export function defaultConfig(): LoadedConfig {
  return parseConfig({}, 'the defaults')
}

/**
 * Reads a configuration file. `env` has the keys that it names.
 *
 * @throws Error with the file, the place in it, and what is wanted there.
 */
export async function readConfig(path: string, env: NodeJS.ProcessEnv = process.env): Promise<LoadedConfig> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`The configuration ${path} cannot be read (${error.code ?? error.message}).`)
  })
  let value: unknown
  let problem: string | undefined
  try {
    value = JSON.parse(text)
  } catch (error) {
    problem = reasonOf(error)
  }
  if (problem !== undefined) throw new Error(`The configuration ${path} is not JSON: ${problem}`)
  return parseConfig(value, path, env)
}

/** What Node says is wrong, without the text around the place that it quotes: there may be a key in it. */
function reasonOf(error: unknown): string {
  return (error as Error).message.replace(/, (?:\.\.\.)?".*$/s, '')
}

/** `from` is what messages call it. */
export function parseConfig(value: unknown, from: string, env: NodeJS.ProcessEnv = {}): LoadedConfig {
  const parsed = serverConfigSchema.safeParse(value)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => {
      // About a key the words that help are one level further in.
      const { message } = issue.code === 'invalid_key' ? (issue.issues[0] ?? issue) : issue
      return `  ${issue.path.join('.') || 'the file'}: ${message}`
    })
    throw new Error(
      `The configuration ${from} does not fit:\n${lines.join('\n')}\ndocs/server.md has every field.`,
    )
  }
  const upstreams = Object.entries(parsed.data.upstreams).map(([name, { keyEnv, ...rest }]): Upstream => {
    if (keyEnv === undefined) return { name, ...rest }
    const key = env[keyEnv]?.trim()
    // The name of the variable only: what it holds is a secret.
    if (!key)
      throw new Error(
        `The upstream "${name}" takes its key from the variable ${keyEnv}, which is empty. Set it, or take keyEnv out.`,
      )
    if (!/^[\x21-\x7e]+$/.test(key))
      throw new Error(
        `The key in the variable ${keyEnv} holds characters that no key has, such as a blank or a line break.`,
      )
    return { name, ...rest, key }
  })
  return { config: parsed.data, upstreams: new Map(upstreams.map((one) => [one.name, one])) }
}
