import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { refuse } from './refuse.js'

/** Yours: a table of users with hashed passwords, or the login of your company. */
const passwords = new Map([
  ['ada', 'lovelace'],
  ['alan', 'turing'],
])
const sessions = new Map()

export const login = new Hono()
  .post('/login', async (c) => {
    const { name, password } = await c.req.json()
    if (!passwords.has(name) || passwords.get(name) !== password)
      return refuse(c, 401, 'Name or password is wrong.')
    const token = randomUUID()
    sessions.set(token, name)
    setCookie(c, 'session', token, { httpOnly: true, sameSite: 'Strict', path: '/' })
    return c.json({ name })
  })
  .post('/logout', (c) => {
    sessions.delete(getCookie(c, 'session'))
    deleteCookie(c, 'session')
    return c.body(null, 204)
  })

export const userOf = (c) => sessions.get(getCookie(c, 'session'))

/** Lets only people through who are signed in, and says who it is. */
export async function signedIn(c, next) {
  const user = userOf(c)
  if (!user) return refuse(c, 401, 'Your session has ended.')
  // Somebody else may have signed in since, in another tab: what this page sends is not theirs, and it must not show theirs.
  const name = encodeURIComponent(user)
  const meant = c.req.header('antiphon-user')
  if (meant && meant !== name) return refuse(c, 401, 'Somebody else has signed in.')
  c.header('antiphon-user', name)
  c.set('user', user)
  await next()
}
