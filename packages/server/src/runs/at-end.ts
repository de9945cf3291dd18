import type { LogKey, LogPage, RunLog } from '../log/types.js'

/** Does a page reach what was there when it was read? The protocol of Durable Streams tells its readers. */
export async function isAtEnd(log: RunLog, key: LogKey, page: LogPage): Promise<boolean> {
  if (page.state === 'closed' || page.events.length === 0) return true
  return (await log.status(key)).next === page.next
}
