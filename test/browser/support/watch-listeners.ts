/**
 * Listeners on window and document, timers that repeat and observers, from now on: what a page must give back when it
 * goes.
 */
export function watchListeners(): { held(): string[]; stop(): void } {
  const held = new Map<unknown, string>()
  const undo: (() => void)[] = []
  const replace = <T extends object, K extends keyof T>(owner: T, key: K, by: T[K]): void => {
    const own = Object.getOwnPropertyDescriptor(owner, key)
    Object.defineProperty(owner, key, { value: by, configurable: true, writable: true })
    undo.push(() => (own ? Object.defineProperty(owner, key, own) : Reflect.deleteProperty(owner, key)))
  }

  for (const [name, target] of [
    ['window', window],
    ['document', document],
  ] as const) {
    const add = target.addEventListener.bind(target)
    const remove = target.removeEventListener.bind(target)
    const keys = new Map<unknown, Map<string, symbol>>()
    replace(target, 'addEventListener', ((
      type: string,
      listener: EventListener,
      options?: AddEventListenerOptions,
    ) => {
      const key = Symbol(type)
      held.set(key, `${name} ${type}`)
      keys.set(listener, (keys.get(listener) ?? new Map<string, symbol>()).set(type, key))
      if (typeof options === 'object') options.signal?.addEventListener('abort', () => held.delete(key))
      add(type, listener, options)
    }) as typeof target.addEventListener)
    replace(target, 'removeEventListener', ((
      type: string,
      listener: EventListener,
      options?: EventListenerOptions,
    ) => {
      held.delete(keys.get(listener)?.get(type))
      remove(type, listener, options)
    }) as typeof target.removeEventListener)
  }

  const { setInterval, clearInterval } = window
  replace(window, 'setInterval', ((...args: Parameters<typeof setInterval>) => {
    const id = setInterval(...args)
    held.set(id, 'interval')
    return id
  }) as unknown as typeof window.setInterval)
  replace(window, 'clearInterval', (id) => {
    held.delete(id)
    clearInterval(id)
  })

  for (const Observer of [ResizeObserver, IntersectionObserver, MutationObserver]) {
    const proto: { observe(...args: unknown[]): void; disconnect(): void } = Observer.prototype
    const { observe, disconnect } = proto
    replace(proto, 'observe', function (this: object, ...args: unknown[]) {
      held.set(this, Observer.name)
      observe.apply(this, args)
    })
    replace(proto, 'disconnect', function (this: object) {
      held.delete(this)
      disconnect.apply(this)
    })
  }

  return { held: () => [...held.values()].sort(), stop: () => undo.forEach((step) => step()) }
}
