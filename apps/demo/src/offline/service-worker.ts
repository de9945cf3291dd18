/**
 * Keeps the files of the app on the device, so that it opens and shows its stored threads without a network. It touches
 * nothing else: no answer of an endpoint, of the proxy or of any other address is kept or even looked at, so no key is.
 * Written by the build to `sw.js`, with the names below filled in (build/offline-shell.ts).
 */

/** Names of the files beside the page, such as `assets/index-4f.js`. */
declare const ALL_FILES: readonly string[]
/** Those without which it does not open. */
declare const SHELL_FILES: readonly string[]
/** Changes with any of them. */
declare const SHELL_VERSION: string

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
/** Sent by `register-worker.ts`: which version the page is, or files to keep. */
interface WorkerMessage {
  entry?: string
  keep?: readonly string[] | 'all'
}
interface FetchEvent extends WorkerEvent {
  readonly request: Request
  respondWith(response: Promise<Response>): void
}
interface WorkerScope {
  readonly registration: { readonly scope: string }
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly unknown[]>
  }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void
  addEventListener(type: 'message', listener: (event: WorkerEvent & { data: unknown }) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
}

const scope = self as unknown as WorkerScope
const PREFIX = 'antiphon-shell-'
const CACHE = PREFIX + SHELL_VERSION
/** How long the server may take before the page that is here is shown. */
const PATIENCE_MS = 4_000

const page = new URL('./', scope.registration.scope).href
const files = new Set(ALL_FILES.map((file) => new URL(file, page).href))

/** Files with a name of their own content come from the browser's own cache, where the page has just put them. */
const toKeep = (url: string): Request =>
  // Past that cache: a page of the version before would ask for files that are gone.
  new Request(url, { cache: url.includes('/assets/') ? 'default' : 'no-cache' })

async function keepShell(): Promise<void> {
  const cache = await caches.open(CACHE)
  await cache.addAll([page, ...SHELL_FILES.map((file) => new URL(file, page).href)].map(toKeep))
}

/** Keeps more of the files, one after another: a person may be waiting for an answer on the same line. */
async function keepMore(urls: Iterable<string>): Promise<void> {
  const cache = await caches.open(CACHE)
  for (const url of urls) if (files.has(url) && !(await cache.match(url))) await cache.add(toKeep(url))
}

async function dropOldShells(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)),
  )
  await scope.clients.claim()
}

const kept = async (url: string): Promise<Response | undefined> => (await caches.open(CACHE)).match(url)

/** The page comes from the server whenever there is one, so that nobody stays on an old version. */
async function newestPage(request: Request): Promise<Response> {
  // Make a request of the app's own: the server can tell a link on a foreign page only when no worker is in between.
  const { cache } = request
  const network = fetch(page, { cache, redirect: 'manual', headers: { accept: 'text/html' } })
  const patience = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), PATIENCE_MS))
  try {
    const response = await Promise.race([network, patience])
    // A gateway whose server is down answers with a page of its own.
    if (response && response.status < 500) return response
    return (await kept(page)) ?? (await network)
  } catch {
    return (await kept(page)) ?? Response.error()
  }
}

/** Files with a name of their own content never change. A file that is used for the first time is kept from then on. */
async function keptFile(request: Request): Promise<Response> {
  const here = await kept(request.url)
  if (here) return here
  const response = await fetch(request)
  // A full disk is not a reason to do without the file.
  if (response.ok) await (await caches.open(CACHE)).put(request.url, response.clone()).catch(() => {})
  return response
}

/**
 * A new worker waits while pages of the old version are open, because they may still need its files. A single open page that is
 * itself of the new version, as after a reload, is not a reason to wait.
 */
async function takeOver(entry: string | undefined): Promise<void> {
  if (entry === undefined || !files.has(entry)) return
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (windows.length <= 1) await scope.skipWaiting()
}

scope.addEventListener('install', (event) => event.waitUntil(keepShell()))
scope.addEventListener('activate', (event) => event.waitUntil(dropOldShells()))
scope.addEventListener('message', (event) => {
  const { entry, keep } = event.data as WorkerMessage
  event.waitUntil(keep ? keepMore(keep === 'all' ? files : keep).catch(() => {}) : takeOver(entry))
})
scope.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return
  const [address = ''] = request.url.split(/[?#]/)
  if (request.mode === 'navigate') {
    if (address === page || address === `${page}index.html`) event.respondWith(newestPage(request))
  } else if (files.has(request.url)) {
    event.respondWith(keptFile(request))
  }
})
