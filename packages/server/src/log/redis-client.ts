/** A client of the package `ioredis`, as far as it is needed. */
export interface IoRedisLike {
  call(command: string, ...args: (string | number)[]): Promise<unknown>
  duplicate(): IoRedisLike
  subscribe(channel: string): Promise<unknown>
  on(event: string, listener: (...args: unknown[]) => void): unknown
  disconnect(): void
}

/** A connected client of the package `redis`, as far as it is needed. */
export interface NodeRedisLike {
  sendCommand(args: string[]): Promise<unknown>
  duplicate(): NodeRedisLike
  connect(): Promise<unknown>
  subscribe(channel: string, listener: (message: string) => void): Promise<unknown>
  on(event: string, listener: (...args: unknown[]) => void): unknown
  destroy(): void
}

/** A client of `ioredis` or of `redis`. */
export type RedisClient = IoRedisLike | NodeRedisLike

export interface RedisConnection {
  command(...args: string[]): Promise<unknown>
  /** Hears a channel on a connection of its own. Resolves with the function that ends it. */
  subscribe(channel: string, listener: (message: string) => void): Promise<() => void>
}

const isIoRedis = (client: RedisClient): client is IoRedisLike => 'call' in client

/** Gives both clients the same two functions. Both clients reconnect by themselves and then subscribe again. */
export function redisConnection(client: RedisClient): RedisConnection {
  if (isIoRedis(client))
    return {
      command: (name = '', ...args) => client.call(name, ...args),
      async subscribe(channel, listener) {
        const own = client.duplicate()
        own.on('error', () => {})
        own.on('message', (_, message) => listener(String(message)))
        await own.subscribe(channel)
        return () => own.disconnect()
      },
    }
  return {
    command: (...args) => client.sendCommand(args),
    async subscribe(channel, listener) {
      const own = client.duplicate()
      // Without a listener an error of the connection would end the process.
      own.on('error', () => {})
      await own.connect()
      await own.subscribe(channel, listener)
      return () => own.destroy()
    },
  }
}
