import * as z from 'zod'
import { isLoopbackName } from '../guard/loopback.js'

/** https everywhere, http on this machine only; nothing in it that is no address, such as a name and a password. */
const address = z
  .string()
  .superRefine((text, context) => {
    const fail = (message: string): void => context.addIssue({ code: 'custom', message })
    if (!URL.canParse(text)) return fail('is no address; write one such as https://api.example.com/v1')
    const { protocol, username, password, search, hash, hostname } = new URL(text)
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
  .regex(/^[a-z0-9][a-z0-9-]*$/i, 'is no name of a header')
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
      // Some keys would be names of variables; a message about an empty one would repeat them.
      .regex(
        /^(?!(?:sk|gsk|hf|r8|xai|csk|pplx|nvapi|ghp|github_pat)_)[A-Za-z_]\w*$/,
        'is the name of an environment variable, not the key',
      )
      .optional(),
    clientKey: z.boolean().default(false),
    keyHeader: z.enum(keyHeaders).default('authorization'),
    headers: z.record(headerName, headerValue).default({}),
  })
  .refine(({ keyEnv, clientKey }) => !keyEnv || !clientKey, 'has both keyEnv and clientKey; choose one')

const count = z.int().positive()

/** What stands in the configuration file (docs/server.md). Unknown fields are refused: a typing error must not go unseen. */
export const serverConfigSchema = z.strictObject({
  upstreams: z
    .record(
      z
        .string()
        .regex(/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/, 'names are lower case letters, digits and dashes'),
      upstream,
    )
    .default({}),
  pages: z.array(address).default([]),
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

export type ServerConfig = z.output<typeof serverConfigSchema>
export type Limits = ServerConfig['limits']

/** One server behind the proxy, with the key that was found for it. */
export interface Upstream {
  name: string
  baseUrl: URL
  /** Added to every request. Absent: none, or that of the page where `clientKey` says so. */
  key?: string
  clientKey: boolean
  keyHeader: (typeof keyHeaders)[number]
  headers: Readonly<Record<string, string>>
}
