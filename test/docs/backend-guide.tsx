import { Chat } from '@antiphon/ui'
import '@antiphon/ui/styles.css'

const auth = {
  token: '',
  /** Gives the token, and a fresh one when it is about to end. */
  async fresh(): Promise<string> {
    const response = await fetch('/auth/token', { method: 'POST' })
    return (auth.token = await response.text())
  },
}

const endpoint = {
  // Asks POST /api/chat on the origin of the page, with its cookies.
  baseUrl: '/api',
  path: 'chat',
  apiKey: () => auth.token || auth.fresh(),
  extraHeaders: { 'x-tenant': () => localStorage.getItem('tenant') ?? undefined },
}

export const Assistant = () => <Chat endpoint={endpoint} model="gpt-5" />
