import { parseUrl } from '@antiphon/base'
import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import { isLoopbackName } from './guard.js'

/** An address with https, or http on this machine, without a name and a password. */
const address = z
  .string()
  .superRefine((text, context) => {
    const fail = (message: string): void => context.addIssue({ code: 'custom', message })
    const url = parseUrl(text)
    if (!url) return fail('is not an address; write one such as https://api.example.com/v1')
    const { protocol, username, password, search, hash, hostname } = url
    if (protocol !== 'https:' && !(protocol === 'http:' && isLoopbackName(hostname)))
      return fail('must begin with https:// (http:// only for this machine)')
    if (username || password) return fail('holds a name or a password; name a variable in keyEnv instead')
    if (search || hash) return fail('must end with its path')
  })
  .transform((text) => new URL(text))

const origin = address
  .refine((url) => url.pathname === '/', 'is an origin: it has no path')
  .transform((url) => url.origin)

/** Headers in which servers look for a key. */
export const keyHeaders = ['authorization', 'api-key', 'x-api-key'] as const

const headerName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]*$/i, 'is not the name of a header')
  .refine(
    (name) => !keyHeaders.some((header) => header === name.toLowerCase()),
    'is a header for a key; name a variable in keyEnv, and the header in keyHeader',
  )
const headerValue = z.string().regex(/^[\x20-\x7e]*$/, 'may hold printable ASCII only')

const upstream = z
  .strictObject({
    baseUrl: address,
    keyEnv: z
      .string()
      // A key in this field would look like a variable name, and the error about an empty variable would print it.
      .regex(
        /^(?!(?:sk|gsk|hf|r8|xai|csk|pplx|nvapi|ghp|github_pat)_)[A-Za-z_]\w*$/,
        'is the name of an environment variable, not the key',
      )
      .optional(),
    clientKey: z.boolean().default(false),
    keyHeader: z.enum(keyHeaders).default('authorization'),
    headers: z.record(headerName, headerValue).default({}),
    models: z.array(z.string().min(1)).default([]),
  })
  .refine(({ keyEnv, clientKey }) => !keyEnv || !clientKey, 'has both keyEnv and clientKey; choose one')
  .refine(
    ({ clientKey, models }) => !clientKey || models.length === 0,
    'names models that this server answers with, which needs a key of its own; take clientKey out',
  )

const count = z.int().positive()

/** The fields of the configuration file (docs/server.md). Unknown fields are refused, so that a typing error is seen. */
const serverConfigSchema = z.strictObject({
  upstreams: z
    .record(
      z
        .string()
        .regex(/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/, 'names are lower case letters, digits and dashes'),
      upstream,
    )
    .default({}),
  hosts: z
    .array(
      z.string().regex(/^[a-z0-9.-]+(?::\d{1,5})?$/, 'is a host as in the Host header, such as chat.example'),
    )
    .default([]),
  origins: z.array(origin).default([]),
  endpoints: z.array(origin).optional(),
  images: z.array(origin).optional(),
  limits: z
    .strictObject({
      bodyBytes: count.default(25_000_000),
      bodySeconds: count.default(30),
      requestsPerMinute: count.default(120),
      concurrentRequests: count.default(16),
      idleSeconds: count.default(300),
    })
    .prefault({}),
})

/** The configuration after the checks, with all defaults. */
export type ServerConfig = z.output<typeof serverConfigSchema>
export type Limits = ServerConfig['limits']

/** One server behind the proxy, with the key that was found for it. */
export interface Upstream {
  name: string
  baseUrl: URL
  /** The key that is added to every request. Without it a request has no key or, with `clientKey`, the one that the page sent. */
  key?: string
  clientKey: boolean
  keyHeader: (typeof keyHeaders)[number]
  headers: Readonly<Record<string, string>>
  /** Models with which this server gives answers of its own. */
  models: readonly string[]
}

/** The configuration and the upstreams with their keys. Holds secrets: never log it. */
export interface LoadedConfig {
  config: ServerConfig
  upstreams: ReadonlyMap<string, Upstream>
}

/** The configuration without a file: no upstreams, loopback only. */
export function defaultConfig(): LoadedConfig {
  return parseConfig({}, 'the defaults')
}

/**
 * Reads a configuration file. `env` has the keys that it names.
 *
 * @throws Error with the file, the place in it, and the expected value.
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

/** Node's error without the quoted text, which may hold a key. */
function reasonOf(error: unknown): string {
  return (error as Error).message.replace(/, (?:\.\.\.)?".*$/s, '')
}

/** `from` is what messages call it. */
export function parseConfig(value: unknown, from: string, env: NodeJS.ProcessEnv = {}): LoadedConfig {
  const parsed = serverConfigSchema.safeParse(value)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => {
      // For a key the helpful message is one level deeper.
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
