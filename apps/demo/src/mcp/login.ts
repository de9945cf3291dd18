import type { OAuthClientProvider } from '@modelcontextprotocol/client'
import { randomId } from '@antiphon/core'
import { LOGIN_CHANNEL, LOGIN_STATE, returnAddress } from './login-return.js'
import { forgetLogin, loadLogin, storeLogin, type Login } from './stored-login.js'
import type { McpServer } from './mcp-server.js'

class LoginError extends Error {
  override name = 'LoginError'
}

export interface LoginProvider extends OAuthClientProvider {
  /** Whether a person has just asked for the login. */
  mayAsk: boolean
  /** Address of the login page, once the server has named it. */
  readonly page: URL | undefined
  /** Our mark on this login, which must come back. */
  readonly mark: string
  /** Set by whoever has the transport: turns what came back into tokens. */
  finish: (params: URLSearchParams) => Promise<void>
}

/** OAuth provider that the SDK needs for a login: with PKCE, and with the client registered at the server on first use. */
export function createLoginProvider(
  server: McpServer,
  { onNeeded, mayAsk }: { onNeeded: () => void; mayAsk: boolean },
): LoginProvider {
  const mark = `${LOGIN_STATE}${randomId()}`
  let page: URL | undefined
  // In memory only, so the code is of no use in another page.
  let verifier = ''
  const change = (part: Partial<Login>): void => storeLogin(server, { ...loadLogin(server), ...part })
  const provider: LoginProvider = {
    mayAsk,
    mark,
    get page() {
      return page
    },
    finish: () => Promise.reject(new LoginError('No login is under way.')),
    redirectUrl: returnAddress(),
    clientMetadata: {
      client_name: 'Antiphon',
      redirect_uris: [returnAddress()],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    state: () => mark,
    clientInformation: () => {
      const { client } = loadLogin(server)
      // One that was registered for another address of this app would be refused.
      const addresses: unknown = client && 'redirect_uris' in client ? client.redirect_uris : undefined
      return Array.isArray(addresses) && !addresses.includes(returnAddress()) ? undefined : client
    },
    saveClientInformation: (client) => change({ client }),
    tokens: () => loadLogin(server).tokens,
    saveTokens: (tokens) => change({ tokens }),
    redirectToAuthorization(url) {
      if (!provider.mayAsk) return onNeeded()
      if (url.protocol !== 'https:' && url.protocol !== 'http:')
        throw new LoginError(`The login page has the address ${url.protocol}…, which is not opened.`)
      page = url
    },
    saveCodeVerifier: (next) => void (verifier = next),
    codeVerifier: () => verifier,
    discoveryState: () => loadLogin(server).discovery,
    saveDiscoveryState: (discovery) => change({ discovery }),
    invalidateCredentials(scope) {
      if (scope === 'verifier') verifier = ''
      else if (scope === 'all') forgetLogin(server.id)
      else
        change(
          scope === 'client'
            ? { client: undefined }
            : scope === 'tokens'
              ? { tokens: undefined }
              : { discovery: undefined },
        )
    },
  }
  return provider
}

/**
 * Opens the login page and waits for what comes back. `onWait` gets the address where the browser let no window open.
 *
 * @throws LoginError when the server or the person refused
 */
export function waitForLogin(
  { page, mark }: LoginProvider,
  signal: AbortSignal,
  onWait: (page: string | undefined) => void,
): Promise<URLSearchParams> {
  return new Promise((resolve, reject) => {
    const channel = new BroadcastChannel(LOGIN_CHANNEL)
    const end = (): void => channel.close()
    signal.addEventListener('abort', () => (end(), reject(signal.reason as Error)), { once: true })
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const params = new URLSearchParams(typeof data === 'string' ? data : '')
      if (params.get('state') !== mark) return
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origins
      channel.postMessage({ taken: mark })
      end()
      const refusal = params.get('error_description') ?? params.get('error')
      if (refusal !== null) reject(new LoginError(refusal))
      else resolve(params)
    })
    onWait(open(page, '_blank', 'popup,width=520,height=720') ? undefined : page?.href)
  })
}
