import { Hono } from 'hono'
import { refuse } from './refuse.js'

/** Yours: the shop. Each person sees their own orders. */
const orders = new Map([
  ['A-17', { id: 'A-17', owner: 'ada', item: 'Tea pot', price: '19.90 €', state: 'paid' }],
])
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAADAAAAAgCAIAAADbtmxLAAAAMUlEQVR42u3OMQ0AAAgDsDnAKSf6cUE4mlRAU9OvREhISEhISEhISEhISEhISEjo0gL+U7JMiPCT+wAAAABJRU5ErkJggg==',
  'base64',
)

export const orderRoutes = new Hono()
  .use('/:id/*', find)
  .use('/:id', find)
  .get('/:id', (c) => c.json(c.var.order))
  .get('/:id/picture', (c) => c.body(picture, 200, { 'content-type': 'image/png' }))
  .post('/:id/refund', (c) => {
    // The question in the page is for the person. What may be done is decided here.
    if (c.var.order.state !== 'paid') return refuse(c, 409, 'It is not paid.')
    c.var.order.state = 'refunded'
    return c.json(c.var.order)
  })

async function find(c, next) {
  const order = orders.get(c.req.param('id'))
  if (order?.owner !== c.var.user) return refuse(c, 404, 'There is no such order.')
  c.set('order', order)
  await next()
}
