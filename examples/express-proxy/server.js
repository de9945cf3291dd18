import express from 'express'
import { chat } from './chat.js'

const app = express()
app.use(express.static('dist'))

app.get('/api/session', (req, res) => {
  res.cookie('session', 'a-user', { httpOnly: true, sameSite: 'strict' }).sendStatus(204)
})

/** Yours: the session of the person. */
function signedIn(req, res, next) {
  if (req.headers.cookie?.includes('session=')) next()
  else res.status(401).json({ error: { message: 'Sign in first.' } })
}

// Without a limit Express refuses more than 100 kB.
app.post('/api/v1/chat/completions', signedIn, express.text({ type: '*/*', limit: '32mb' }), chat)

const server = app.listen(Number(process.env.PORT ?? 3000), () =>
  console.log(`http://localhost:${server.address().port}`),
)
