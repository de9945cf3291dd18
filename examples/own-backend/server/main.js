import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { chat } from './chat.js'
import { files } from './files.js'
import { login, signedIn } from './login.js'
import { orderRoutes } from './orders.js'
import { threads } from './threads.js'

const MB = 1024 * 1024
const limit = bodyLimit({
  maxSize: 16 * MB,
  onError: (c) => c.json({ error: { message: 'This is too large.' } }, 413),
})

const app = new Hono()
  .use(limit)
  .route('/auth', login)
  .use('/api/*', signedIn)
  .route('/api/threads', threads)
  .route('/api/files', files)
  .route('/api/orders', orderRoutes)
  .post('/api/v1/chat/completions', chat)
  .get('/api/me', (c) => c.json({ name: c.var.user }))
  .use(serveStatic({ root: './dist' }))

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) }, ({ port }) =>
  console.log(`http://localhost:${port}`),
)
