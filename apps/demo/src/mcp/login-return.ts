import { words } from '../words/words.js'

/** Where a page that came back from a login tells the page that began it. */
export const LOGIN_CHANNEL = 'antiphon-demo.login'
/** Begins the `state` of each login of this app. */
export const LOGIN_STATE = 'mcp-'

/** Where a login comes back to: this app. */
export const returnAddress = (): string => `${location.origin}${location.pathname}`

/** Until the page that began the login must have said that it has the code, ms. */
const TAKEN_MS = 5_000

/** This page came back from a login: it gives the code to the page that began it, and says in words what came of that. */
export function returnFromLogin(root: HTMLElement): void {
  const { search } = location
  // Keep the one-time code out of the history.
  history.replaceState(null, '', location.pathname)
  const params = new URLSearchParams(search)
  const place = document.createElement('p')
  place.setAttribute('role', 'status')
  place.className = 'p-6 text-row'
  const say = (text: string): void => void (place.textContent = text)
  root.append(place)
  document.title = words.mcp.login
  say(words.mcp.returning)
  const channel = new BroadcastChannel(LOGIN_CHANNEL)
  const timer = setTimeout(() => say(words.mcp.nobodyWaits), TAKEN_MS)
  channel.addEventListener('message', ({ data }: MessageEvent<{ taken?: unknown }>) => {
    if (data.taken !== params.get('state')) return
    clearTimeout(timer)
    say(params.has('error') ? words.mcp.refusedThere : words.mcp.returned)
    // Works in a window that a script has opened; in others the words stay.
    window.close()
  })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origins
  channel.postMessage(search)
}
