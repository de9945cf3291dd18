import { withBytes } from './files.js'
import { refuse } from './refuse.js'

const { LLM_URL = 'http://localhost:11434/v1', LLM_KEY = '', LLM_MODEL } = process.env

/** POST /api/v1/chat/completions: adds the key and the system prompt, and passes the answer on as it comes. */
export async function chat(c) {
  const body = await c.req.json()
  const system = `You are the support of a shop and talk to ${c.var.user}. Be brief.`
  const messages = [
    { role: 'system', content: system },
    ...body.messages.map((message) => ({ ...message, content: withBytes(c.var.user, message.content) })),
  ]
  const answer = await fetch(`${LLM_URL}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${LLM_KEY}` },
    body: JSON.stringify({ ...body, messages, model: LLM_MODEL ?? body.model }),
    // Stop in the page, or a closed tab, ends the request to the model too.
    signal: c.req.raw.signal,
  })
  // A 401 of the model is about the key of this server. To the page it would say that the person is signed out.
  if (answer.status === 401 || answer.status === 403) {
    console.error(`The model refuses the key: ${await answer.text()}`)
    // More than a minute: the page is told at once, and does not ask again by itself.
    c.header('retry-after', '600')
    return refuse(c, 502, 'The assistant is out of order.')
  }
  const type = answer.headers.get('content-type') ?? 'application/json'
  return c.body(answer.body, answer.status, { 'content-type': type, 'cache-control': 'no-store' })
}
