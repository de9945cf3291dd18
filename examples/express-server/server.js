import { getRequestListener } from '@hono/node-server'
import { createChatServer, openDatabase } from '@antiphon/server'
import express from 'express'

const { LLM_URL = 'http://localhost:11434/v1', LLM_KEY, PORT = '3000', CHAT_FILE = 'chat.db' } = process.env

const database = await openDatabase({ sqlite: { file: CHAT_FILE } })
await database.migrate()

const chatServer = createChatServer({
  database,
  basePath: '/api',
  // Your login goes here, such as the session that a middleware of Express has found.
  authorize: ({ headers }) => (headers.get('cookie')?.includes('session=') ? { id: 'a-user' } : 401),
  upstreams: [{ endpoint: { baseUrl: LLM_URL, ...(LLM_KEY && { apiKey: LLM_KEY }) }, models: ['qwen3'] }],
})

const app = express()
app.get('/session', (req, res) => {
  res.cookie('session', 'a-user', { httpOnly: true, sameSite: 'strict' }).sendStatus(204)
})
// Before any middleware that reads bodies. The path stays whole, so that basePath is found in it.
const listener = getRequestListener(chatServer.fetch)
app.all('/api/{*path}', (req, res) => void listener(req, res))
app.use(express.static('dist'))

const server = app.listen(Number(PORT), () => console.log(`http://localhost:${server.address().port}`))

process.once('SIGTERM', async () => {
  await chatServer.close(5000)
  server.close()
  await database.close()
})
