import { createEndpoint, createEndpointFetch, SCRIPTED_BASE_URL } from '@antiphon/endpoint'
import { Chat } from '@antiphon/ui'

// In your app `endpoint="/api/v1"` is enough. Here the scripted endpoint answers inside of the page.
const scripted = createEndpointFetch(createEndpoint())

export const Example = () => (
  <Chat endpoint={SCRIPTED_BASE_URL} fetch={scripted} model="thinker" skipLinks={false} />
)
