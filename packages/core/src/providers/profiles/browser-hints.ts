/** For servers that do not answer pages (wire-facts 3.3). */
export function needsProxy(name: string): string {
  return `${name} does not answer pages. Send requests through a proxy on the origin of this page and use its address as the base URL.`
}

/** For servers of which it is not known, or reports differ. */
export function mayNeedProxy(name: string): string {
  return `Whether pages may call ${name} is not certain. If no answer comes, send requests through a proxy on the origin of this page and use its address as the base URL.`
}
