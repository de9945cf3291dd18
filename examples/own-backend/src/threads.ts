import { createChat } from '@antiphon/core'
import { createHttpStorage } from '@antiphon/server-client'
import { createThreadSessions } from '@antiphon/threads'
import { ask, store } from './call-server.js'
import { tools } from './tools.js'

/** Once per app, outside of the tree: answers go on arriving while another page is shown. */
export const threads = createThreadSessions({
  storage: createHttpStorage({ baseUrl: '/api', fetch: store }),
  createChat: (threadId) =>
    createChat({ threadId, endpoint: '/api/v1', fetch: ask, model: 'support', tools }),
})
