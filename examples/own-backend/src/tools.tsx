import { defineTool } from '@antiphon/core'
import { toolRenderer, ToolResult, type ToolRendererProps } from '@antiphon/ui'
import * as z from 'zod'
import { callServer } from './call-server.js'

interface Order {
  id: string
  item: string
  price: string
  state: string
}
const pathOf = (id: string) => `/api/orders/${encodeURIComponent(id)}`
const parameters = z.object({ id: z.string().describe('The number of the order, such as A-17') })

const findOrder = defineTool({
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
  title: ({ id = '' }, locale) => (locale === 'de' ? `${id} erstatten` : `Refund ${id}`),
  description: 'Pays the price of an order back.',
  parameters,
  approval: 'always',
  execute: async ({ id }, { signal }): Promise<Order> =>
    (await callServer(`${pathOf(id)}/refund`, { method: 'POST', signal })).json(),
})

function OrderCard({ details }: ToolRendererProps<typeof findOrder>) {
  if (!details) return null
  return (
    <div className="order">
      <strong>{details.item}</strong> {details.price}, {details.state}
    </div>
  )
}

/** The kit's own view of a result, in sight. */
const Picture = ({ call, name }: ToolRendererProps<typeof showPicture>) =>
  call.result && <ToolResult result={call.result} name={name} />

export const tools = [findOrder, showPicture, refundOrder]
export const toolRenderers = {
  ...toolRenderer(findOrder, OrderCard, { present: 'card' }),
  ...toolRenderer(showPicture, Picture, { present: 'card' }),
}
