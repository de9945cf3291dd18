import * as z from 'zod'
import { loadKey, storeKey } from '../settings/stored-settings.js'
import { originOf, type Key } from '../settings/settings.js'
import { createStoredValue } from '../stored-value.js'
import { forgetLogin } from './stored-login.js'
import type { McpServer } from './mcp-server.js'

const schema: z.ZodType<readonly McpServer[]> = z.array(
  z.object({
    id: z.string().min(1),
    name: z.string(),
    url: z.url({ protocol: /^https?$/ }),
    headers: z.record(z.string(), z.string()).optional(),
    keyPlace: z.enum(['memory', 'tab', 'browser']),
    isOn: z.boolean(),
  }),
)

export const storedServers = createStoredValue('mcp-servers', schema, [])

/** Keys of this page, also those that are kept nowhere else. */
const keys = new Map<string, Key>()

/** The key of a server, if it is for the origin that the server has now. */
export function serverKey({ id, url, keyPlace }: McpServer): string | undefined {
  const key = keys.get(id) ?? loadKey({ id, baseUrl: url, keyPlace })
  return key?.origin === originOf(url) ? key?.value : undefined
}

/** Adds a server, or puts it in place of the one with its id. Without a key, the one it had is forgotten. */
export function saveServer(server: McpServer, key: string | undefined): void {
  const origin = originOf(server.url)
  const kept = key && origin ? { value: key, origin } : undefined
  if (kept) keys.set(server.id, kept)
  else keys.delete(server.id)
  storeKey(server, kept)
  const all = storedServers.get()
  const known = all.some(({ id }) => id === server.id)
  storedServers.set(known ? all.map((one) => (one.id === server.id ? server : one)) : [...all, server])
}

export function setServerOn(id: string, isOn: boolean): void {
  storedServers.set(storedServers.get().map((one) => (one.id === id ? { ...one, isOn } : one)))
}

/** Forgets a server with its key and its login. */
export function removeServer(server: McpServer): void {
  keys.delete(server.id)
  storeKey(server, undefined)
  forgetLogin(server.id)
  storedServers.set(storedServers.get().filter(({ id }) => id !== server.id))
}

/** Returns the name to show for a server. */
export function serverName({ name, url }: Pick<McpServer, 'name' | 'url'>): string {
  return name || new URL(url).host
}

/** Stands before the names of its tools. Without `_`, so that no two servers can have a tool of the same name. */
export function toolPrefix(server: Pick<McpServer, 'name' | 'url'>): string {
  const slug = (text: string): string =>
    text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 24)
  return `${slug(server.name) || slug(new URL(server.url).host)}_`
}
