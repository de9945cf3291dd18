import { defineTool } from '@antiphon/core'
import { toolRenderer } from '@antiphon/ui'
import * as z from 'zod'
import { callServer } from './call-server.js'
import { OrderCard, Result } from './cards.js'
import { words } from './words.js'

interface Order {
  id: string
  item: string
  price: string
  state: string
}
const pathOf = (id: string) => `/api/orders/${encodeURIComponent(id)}`
const parameters = z.object({
  id: z.string().meta({ title: words.orderNumber, description: 'The number of the order, such as A-17' }),
})

export const findOrder = defineTool({
  name: 'find_order',
  title: ({ id = '' }, locale) => (locale === 'de' ? `Bestellung ${id}` : `Order ${id}`),
  description: 'Finds an order of the customer.',
  parameters,
  execute: async ({ id }, { signal }): Promise<Order> => (await callServer(pathOf(id), { signal })).json(),
})

const showPicture = defineTool({
  name: 'show_picture',
  title: (_, locale) => (locale === 'de' ? 'Bild' : 'Picture'),
  description: 'Shows the customer a picture of what was ordered.',
  parameters,
  execute: async ({ id }, { signal }) => (await callServer(`${pathOf(id)}/picture`, { signal })).blob(),
})

const refundOrder = defineTool({
  name: 'refund_order',
  title: ({ id = '' }, locale) => (locale === 'de' ? `Erstattung für ${id}` : `Refund of ${id}`),
  description: 'Pays the price of an order back.',
  parameters,
  approval: 'always',
  execute: async ({ id }, { signal }): Promise<Order> =>
    (await callServer(`${pathOf(id)}/refund`, { method: 'POST', signal })).json(),
})

const exportOrders = defineTool({
  name: 'export_orders',
  title: (_, locale) => (locale === 'de' ? 'Bestellungen als Tabelle' : 'Orders as a table'),
  description: 'Writes orders into a CSV file, which the customer can save.',
  parameters: z.object({ ids: z.array(z.string()).min(1) }),
  execute: async ({ ids }, { signal, report }) => {
    const rows = ['id;item;price;state']
    for (const [index, id] of ids.entries()) {
      report(index / ids.length)
      const order: Order = await (await callServer(pathOf(id), { signal })).json()
      rows.push([id, order.item, order.price, order.state].join(';'))
    }
    return new File([rows.join('\r\n')], 'orders.csv', { type: 'text/csv' })
  },
})

export const tools = [findOrder, showPicture, refundOrder, exportOrders]
export const toolRenderers = {
  ...toolRenderer(findOrder, OrderCard, { present: 'card' }),
  ...toolRenderer(showPicture, Result, { present: 'card' }),
  ...toolRenderer(exportOrders, Result, { present: 'card' }),
}
