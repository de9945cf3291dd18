/** The channel of PostgreSQL on which readers of other processes are woken. */
export const NOTIFY_CHANNEL = 'antiphon_runs'

/**
 * Calls `wake` with each topic that another process names. Resolves, once it hears, with the function that ends it. It only
 * wakes: what there is to read, the table says, so a notification that is lost costs a moment and no event.
 */
export type Listen = (wake: (topic: string) => void) => Promise<() => Promise<void>>

/** The methods of a client of `pg` that are needed. */
export interface NotifyingClient {
  query(text: string): Promise<unknown>
  on(event: 'notification', listener: (message: { payload?: string }) => void): unknown
  on(event: 'error', listener: (error: unknown) => void): unknown
  release(destroy?: boolean): void
}

/** Pause before a lost connection is made again, in ms. */
const RECONNECT_MS = 1000

/**
 * Listens on a connection of its own out of a `pg` pool. The pool must reach the server itself, or a pooler that keeps sessions:
 * behind one that keeps only transactions nothing is heard, and readers look on their own.
 */
export function listenWithPool(pool: { connect(): Promise<NotifyingClient> }): Listen {
  return async (wake) => {
    let client: NotifyingClient | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false

    const drop = (): void => {
      client?.release(true)
      client = undefined
    }
    const again = (): void => {
      drop()
      if (!isOver) timer = setTimeout(() => void connect().catch(again), RECONNECT_MS)
    }
    const connect = async (): Promise<void> => {
      const next = await pool.connect()
      client = next
      next.on('notification', ({ payload }) => payload !== undefined && wake(payload))
      next.on('error', () => client === next && again())
      await next.query(`listen ${NOTIFY_CHANNEL}`)
      if (isOver) drop()
    }
    await connect().catch(again)
    return async () => {
      isOver = true
      clearTimeout(timer)
      drop()
    }
  }
}
