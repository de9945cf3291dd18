/**
 * The address of a path under a base URL. Takes what people paste: with or without a trailing slash, with
 * `/chat/completions` at the end, with a query (which stays).
 */
export function endpointUrl(baseUrl: string, path: 'chat/completions' | 'models'): string {
  const url = new URL(baseUrl)
  const root = url.pathname.replace(/\/+$/, '').replace(/\/chat\/completions$/, '')
  url.pathname = `${root}/${path}`
  url.hash = ''
  return url.href
}
