const REST_MS = 10_000

let isAsked = false

/**
 * Lets the app open without a network, in a built page and a browser that can. Where it is refused (a private window, no
 * TLS) the app works as ever, with a network.
 */
export function registerWorker(): void {
  if (isAsked || !import.meta.env.PROD || !('serviceWorker' in navigator)) return
  isAsked = true
  const { controller } = navigator.serviceWorker
  navigator.serviceWorker.register(new URL('sw.js', document.baseURI)).then(offerThisVersion, () => {})
  // The files that the page has loaded will be used again. Who is here again gets the rest.
  void navigator.serviceWorker.ready.then(({ active }) => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
    if (!controller) return active?.postMessage({ keep: loaded }, [])
    atRest(() => active?.postMessage({ keep: 'all' }, []))
  })
}

/** Registers it once nobody waits for the network any more: at once where the app was here before, otherwise with the first rest. */
export function registerWorkerLater(): void {
  if (!('serviceWorker' in navigator) || navigator.serviceWorker.controller) registerWorker()
  else atRest(registerWorker)
}

/** Calls it when nobody has done anything for ten seconds. */
function atRest(act: () => void): void {
  const stop = new AbortController()
  let timer = 0
  const begin = (): void => {
    clearTimeout(timer)
    timer = window.setTimeout(() => {
      stop.abort()
      act()
    }, REST_MS)
  }
  for (const type of ['keydown', 'pointerdown']) addEventListener(type, begin, { signal: stop.signal })
  begin()
}

/** Tells a worker that waits which version this page is: one of its own, if it is alone, need not be waited for. */
function offerThisVersion(registration: ServiceWorkerRegistration): void {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src
  const tell = (): void => registration.waiting?.postMessage({ entry }, [])
  tell()
  registration.addEventListener('updatefound', () =>
    registration.installing?.addEventListener('statechange', tell),
  )
}
