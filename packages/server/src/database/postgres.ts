import type { PostgresPool, PostgresPoolClient } from 'kysely'

/** The part that is needed of the function that the package `postgres` makes. */
export interface PostgresJsClient {
  reserve(): Promise<{
    unsafe(text: string, parameters: never[]): PromiseLike<PostgresJsRows>
    release(): void
  }>
  end(options?: { timeout?: number }): Promise<void>
}

/** How long queries under way get to end. */
const END_SECONDS = 5

type PostgresJsRows = readonly unknown[] & { command: string; count: number | null }

/**
 * The query builder writes to the `stack` of an error. On Node 21 and newer that of the package `postgres` is read-only, and a failed
 * write would replace the error of the database.
 */
async function withOwnWords<T>(query: PromiseLike<T>): Promise<T> {
  try {
    return await query
  } catch (error) {
    if (error instanceof Error) Object.defineProperty(error, 'stack', { value: error.stack, writable: true })
    throw error
  }
}

/** A client of the package `postgres` in the shape of a pool of `pg`, which the query builder talks to. */
export function poolOfPostgresJs(client: PostgresJsClient): PostgresPool {
  return {
    async connect() {
      const reserved = await client.reserve()
      return {
        async query(text: string, parameters: readonly unknown[]) {
          const rows = await withOwnWords(reserved.unsafe(text, parameters as never[]))
          return {
            command: rows.command,
            rowCount: rows.count ?? 0,
            rows,
          }
        },
        release: () => reserved.release(),
      } as unknown as PostgresPoolClient
    },
    // A connection that a failed migration has left reserved would keep it open for ever.
    end: () => client.end({ timeout: END_SECONDS }),
  }
}

/** The part of Node's events that a pool of `pg` and its clients have. */
interface Emitter {
  on?(event: 'error', listener: () => void): unknown
  off?(event: 'error', listener: () => void): unknown
}

const ignore = (): void => {}

/**
 * A pool of `pg` whose lost connections do not end the process: an `error` that nobody listens to would. The next query fails and says
 * it.
 */
export function withoutCrashes(pool: PostgresPool): PostgresPool {
  ;(pool as Emitter).on?.('error', ignore)
  return {
    async connect() {
      const client = await pool.connect()
      const emitter = client as Emitter
      emitter.on?.('error', ignore)
      return {
        query: client.query.bind(client),
        release(destroy) {
          emitter.off?.('error', ignore)
          client.release(destroy)
        },
      }
    },
    end: () => pool.end(),
  }
}

/** Is this a client of the package `postgres`? It is a function, and a pool of `pg` is not. */
export function isPostgresJs(client: PostgresPool | PostgresJsClient): client is PostgresJsClient {
  return 'reserve' in client
}
