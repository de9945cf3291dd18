/** What the policy of the page leaves open. Origins as the configuration has them. */
export interface PolicyOptions {
  /** Where requests may go besides this server. Undefined: to any https address and to any port of this machine. */
  endpoints?: readonly string[]
  /** Where pictures may come from besides this server. Undefined: any https address; the page loads none unasked. */
  images?: readonly string[]
}

const anyPort = ['http://localhost:*', 'http://127.0.0.1:*']

/** The Content-Security-Policy of the app: scripts and styles from files of this server, and from nowhere else. */
export function contentSecurityPolicy({ endpoints, images }: PolicyOptions): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src 'self' data: blob: ${(images ?? endpoints ?? ['https:']).join(' ')}`.trim(),
    "media-src 'self' data: blob:",
    `connect-src 'self' ${(endpoints ?? ['https:', ...anyPort]).join(' ')}`.trim(),
    "worker-src 'self'",
    "frame-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * The policy of the frame in which code of a model runs when a person allowed it: that frame has an origin of its own,
 * reaches no network and no page, and may run what it is given, which is what it is for. A document of its own, since a
 * frame without an address would get the policy of the page, under which nothing could be run.
 */
export const sandboxPolicy =
  "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' blob:; worker-src blob:; frame-ancestors 'self'; sandbox allow-scripts"

/** On every file. */
export const fileHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'geolocation=(), payment=(), usb=(), serial=(), bluetooth=()',
}
