import express from 'express'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const { LLM_URL = 'http://localhost:11434/v1', LLM_KEY, PORT = '3000' } = process.env

const app = express()
app.use(express.static('dist'))

app.get('/api/session', (req, res) => {
  res.cookie('session', 'a-user', { httpOnly: true, sameSite: 'strict' }).sendStatus(204)
})

app.post('/api/v1/chat/completions', express.text({ type: '*/*', limit: '32mb' }), async (req, res) => {
  if (!req.headers.cookie?.includes('session=')) {
    res.status(401).json({ error: { message: 'Sign in first.' } })
    return
  }
  const stop = new AbortController()
  res.on('close', () => stop.abort())
  try {
    const answer = await fetch(`${LLM_URL}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(LLM_KEY && { authorization: `Bearer ${LLM_KEY}` }) },
      body: req.body,
      signal: stop.signal,
    })
    res.status(answer.status).type(answer.headers.get('content-type') ?? 'text/plain')
    res.set('cache-control', 'no-store')
    await pipeline(Readable.fromWeb(answer.body), res)
  } catch (error) {
    if (stop.signal.aborted || res.headersSent) res.destroy()
    else res.status(502).json({ error: { message: `The provider cannot be reached: ${error.message}` } })
  }
})

const server = app.listen(Number(PORT), () => console.log(`http://localhost:${server.address().port}`))
