import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'

/** Yours: a table of users with hashed passwords, or the login of your company. */
const passwords = new Map([
  ['ada', 'lovelace'],
  ['alan', 'turing'],
])
const sessions = new Map()

const refuse = (c, message) => c.json({ error: { message } }, 401)

export const login = new Hono()
  .post('/login', async (c) => {
    const { name, password } = await c.req.json()
    if (!passwords.has(name) || passwords.get(name) !== password)
      return refuse(c, 'Name or password is wrong.')
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

/** Lets only people through who are signed in, and says who it is. */
export async function signedIn(c, next) {
  const user = sessions.get(getCookie(c, 'session'))
  if (!user) return refuse(c, 'Your session has ended. Please sign in again.')
  c.set('user', user)
  await next()
}
