import type {
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import { storeOf } from '../settings/stored-settings.js'
import type { McpServer } from './mcp-server.js'

/** The credentials that a login at a server gave. They are valid only for the address they were made with. */
export interface Login {
  url: string
  client?: StoredOAuthClientInformation
  tokens?: StoredOAuthTokens
  discovery?: OAuthDiscoveryState
}

const nameOf = (id: string): string => `antiphon-demo.login.${id}`
/** Logins of this page, including those that are stored nowhere else. */
const logins = new Map<string, Login>()

/** The login of a server, from where its keys are kept. */
export function loadLogin({ id, url, keyPlace }: McpServer): Login {
  const login = logins.get(id) ?? read(storeOf(keyPlace)?.getItem(nameOf(id)))
  return login?.url === url ? login : { url }
}

export function storeLogin({ id, keyPlace }: McpServer, login: Login): void {
  logins.set(id, login)
  try {
    storeOf(keyPlace)?.setItem(nameOf(id), JSON.stringify(login))
  } catch {
    // A full disk: it holds until the page closes.
  }
}

export function forgetLogin(id: string): void {
  logins.delete(id)
  for (const place of ['tab', 'browser'] as const) storeOf(place)?.removeItem(nameOf(id))
}

function read(text: string | null | undefined): Login | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return typeof value === 'object' && value !== null && 'url' in value ? (value as Login) : undefined
  } catch {
    return undefined
  }
}
