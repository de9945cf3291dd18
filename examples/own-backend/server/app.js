import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { chat } from './chat.js'
import { files } from './files.js'
import { login, signedIn, userOf } from './login.js'
import { orderRoutes } from './orders.js'
import { refuse } from './refuse.js'
import { threads } from './threads.js'

const limit = bodyLimit({ maxSize: 16_000_000, onError: (c) => refuse(c, 413, 'This is too large.') })

export const app = new Hono()
  .use(limit)
  .route('/auth', login)
  // No 401 before the login: a browser writes each into its console, in red.
  .get('/api/me', (c) => c.json({ name: userOf(c) ?? null }))
  .use('/api/*', signedIn)
  .route('/api/threads', threads)
  .route('/api/files', files)
  .route('/api/orders', orderRoutes)
  .post('/api/v1/chat/completions', chat)
