import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const { LLM_URL = 'http://localhost:11434/v1', LLM_KEY } = process.env

/** Adds the key, and passes the answer on as it comes. The body of the request is a text, as `express.text` reads it. */
export async function chat(req, res) {
  const stop = new AbortController()
  // Stop in the page, or a closed tab, ends the request to the model too.
  res.on('close', () => stop.abort())
  const refuse = (message) => res.status(502).json({ error: { message } })
  try {
    const answer = await fetch(`${LLM_URL}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(LLM_KEY && { authorization: `Bearer ${LLM_KEY}` }) },
      body: req.body,
      signal: stop.signal,
    })
    // It is about the key of this server. To the page a 401 would say that the person is signed out.
    if (answer.status === 401 || answer.status === 403) return refuse('The provider refuses the key.')
    res.status(answer.status).type(answer.headers.get('content-type') ?? 'text/plain')
    res.set('cache-control', 'no-store')
    await pipeline(Readable.fromWeb(answer.body), res)
  } catch (error) {
    if (stop.signal.aborted || res.headersSent) res.destroy()
    else refuse(`The provider cannot be reached: ${error.message}`)
  }
}
