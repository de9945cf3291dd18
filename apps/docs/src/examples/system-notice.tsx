import { SystemNotice } from '@antiphon/ui'

export const Example = () => (
  <SystemNotice
    message={{
      role: 'system',
      content: 'You look after the checkout service. Answer briefly, with figures.',
    }}
  />
)
