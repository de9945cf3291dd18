import type { APIRoute } from 'astro'

export const prerender = false

/** Passes a request on with the key, and the answer back as it comes. Ask who the user is here, before it costs money. */
export const POST: APIRoute = async ({ request }) => {
  const { LLM_URL = 'http://localhost:11434/v1', LLM_KEY } = process.env
  const answer = await fetch(`${LLM_URL}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(LLM_KEY && { authorization: `Bearer ${LLM_KEY}` }) },
    body: await request.text(),
    signal: request.signal,
  })
  // It is about the key of this server. To the page a 401 would say that the person is signed out.
  if (answer.status === 401 || answer.status === 403)
    return Response.json({ error: { message: 'The provider refuses the key.' } }, { status: 502 })
  const type = answer.headers.get('content-type') ?? 'text/plain'
  return new Response(answer.body, {
    status: answer.status,
    headers: { 'content-type': type, 'cache-control': 'no-store' },
  })
}
