import { createChat, type ChatOptions } from '@antiphon/core'
import { createHttpStorage } from '@antiphon/server-client'
import { createThreadSessions } from '@antiphon/threads'
import { ask, store } from './call-server.js'
import { tools } from './tools.js'

let settings: ChatOptions = { endpoint: '/api/v1', fetch: ask, model: 'support', tools }

/** Once per app, outside of the tree: answers go on arriving while another page is shown. */
export const threads = createThreadSessions({
  storage: createHttpStorage({ baseUrl: '/api', fetch: store }),
  createChat: (threadId) => createChat({ ...settings, threadId }),
})

/** Changes settings of the threads that are open, and of those that are opened later. */
export function configure(change: ChatOptions): void {
  settings = { ...settings, ...change }
  threads.configure(change)
}
