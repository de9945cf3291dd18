import { ChatError } from '../errors/chat-error.js'

/**
 * A redirect would take the key, and the conversation, to an address that the user has not given. Browsers hide where it
 * leads.
 *
 * @throws ChatError `not_found` with the code `redirect`.
 */
export function refuseRedirect(
  { status, type, headers, url, body }: Response,
  { host, model, now }: { host?: string; model?: string; now(): number },
): void {
  if (type !== 'opaqueredirect' && (status < 300 || status > 399)) return
  void body?.cancel().catch(() => {})
  const location = headers.get('location')
  const to =
    location && URL.canParse(location, url || undefined) ? new URL(location, url || undefined) : undefined
  throw new ChatError({
    kind: 'not_found',
    code: 'redirect',
    message: `The server at ${host ?? url} sends requests on to ${to ? to.origin + to.pathname : 'another address'}. That was not followed, because the key would go there too. If the address is right, set it as the base URL.`,
    status: status || undefined,
    host,
    model,
    occurredAt: now(),
  })
}
