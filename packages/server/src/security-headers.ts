/** Origins that the policy of the page allows, from the configuration. */
export interface PolicyOptions {
  /** Origins for requests besides this server. Undefined: any https address and any port of this machine. */
  endpoints?: readonly string[]
  /** Origins of pictures besides this server. Undefined: any https address; the page loads a picture only on request. */
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
 * The policy of the frame that runs a model's code after a person allowed it. The frame has its own origin, no network and
 * no access to the page, and may run code. It is a separate document, because a frame without an address gets the policy of
 * the page, under which no code could run.
 */
const sandboxPolicy =
  "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' blob:; worker-src blob:; frame-ancestors 'self'; sandbox allow-scripts"

/**
 * The policy of the frame in which diagrams are drawn. It may run what it holds and asks for nothing. Which two scripts those
 * are is said in the file itself, by their hashes; both policies hold.
 */
const diagramPolicy =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-scripts"

/**
 * The policy of the page that holds apps of MCP servers (`framePage`). It has no origin. The document that the page becomes has a
 * policy of its own, which says what an app may do and reach.
 */
const appFramePolicy = "frame-ancestors 'self'; sandbox allow-scripts"

/** Pages for frames, which have a policy of their own. */
export const framePolicies: Readonly<Record<string, string>> = {
  '/sandbox.html': sandboxPolicy,
  '/app-frame.html': appFramePolicy,
  '/diagram.html': diagramPolicy,
}

/** On every file. */
export const fileHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'geolocation=(), payment=(), usb=(), serial=(), bluetooth=()',
}
