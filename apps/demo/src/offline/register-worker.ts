/**
 * Lets the app open without a network, in a built page and a browser that can. Where it is refused (a private window, no
 * TLS) the app works as ever, with a network.
 */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  navigator.serviceWorker.register(new URL('sw.js', document.baseURI)).then(offerThisVersion, () => {})
}

/** Tells a worker that waits which version this page is: one of its own, if it is alone, need not be waited for. */
function offerThisVersion(registration: ServiceWorkerRegistration): void {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src
  const tell = (): void => registration.waiting?.postMessage(entry, [])
  tell()
  registration.addEventListener('updatefound', () =>
    registration.installing?.addEventListener('statechange', tell),
  )
}
