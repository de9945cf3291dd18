/** Origins that a page in a frame may reach. */
export interface FrameDomains {
  connect: readonly string[]
  resource: readonly string[]
  frame: readonly string[]
  baseUri: readonly string[]
}

export type FramePermission = 'camera' | 'microphone' | 'geolocation' | 'clipboardWrite'

/** Messages between the page and the outer frame; an app can neither send nor get one. */
export const FRAME_READY = 'ui/notifications/sandbox-proxy-ready'
export const FRAME_RESOURCE = 'ui/notifications/sandbox-resource-ready'
export const FRAME_FLOODED = 'ui/notifications/sandbox-flooded'
export const FRAME_LEFT = 'ui/notifications/sandbox-left'
/**
 * Sent by the host's own page for frames when it is ready, and the reply to it. A host needs that page when its policy blocks
 * scripts in `srcdoc` frames.
 */
export const PAGE_READY = 'ui/notifications/sandbox-page-ready'

/** Messages that an app may send in one second. An app that draws each frame sends 60. */
export const MAX_PER_SECOND = 200

/**
 * The policy of an app: it may run the scripts of its own page, and reach only the origins that its server declares. The policy
 * is in the outer frame, because a frame made from text is under the policy of its parent, which also decides where the frame
 * may go. So an app cannot send anything by going to another address.
 */
export function appPolicy({ connect, resource, frame, baseUri }: FrameDomains): string {
  const assets = resource.map((origin) => ` ${origin}`).join('')
  return [
    "default-src 'none'",
    `script-src 'unsafe-inline' 'unsafe-eval' blob: data:${assets}`,
    `style-src 'unsafe-inline' blob: data:${assets}`,
    `img-src blob: data:${assets}`,
    `font-src blob: data:${assets}`,
    `media-src blob: data:${assets}`,
    `connect-src ${connect.join(' ') || "'none'"}`,
    'worker-src blob:',
    `frame-src ${frame.join(' ') || "'none'"}`,
    `base-uri ${baseUri.join(' ') || "'none'"}`,
    "form-action 'none'",
    "object-src 'none'",
    "manifest-src 'none'",
  ].join('; ')
}

const FEATURES: Readonly<Record<FramePermission, string>> = {
  camera: 'camera',
  microphone: 'microphone',
  geolocation: 'geolocation',
  clipboardWrite: 'clipboard-write',
}

/** The `allow` of a frame. The origin of an app has no name, so a permission is given to whatever is in the frame. */
export function allowOf(permissions: readonly FramePermission[]): string {
  return permissions.map((name) => `${FEATURES[name]} *`).join('; ')
}

/** The script of the outer frame: holds the app, passes messages on, and counts them where the page is not disturbed. */
const RELAY = `'use strict';
(() => {
  const up = parent;
  const app = document.createElement('iframe');
  let state = 'waiting', since = 0, count = 0, loads = 0;
  const tell = (method) => up.postMessage({ jsonrpc: '2.0', method }, '*');
  const end = (method) => { state = 'ended'; app.remove(); tell(method); };
  // The app has gone to where it may not go: what it leaves behind is an empty frame.
  document.addEventListener('securitypolicyviolation', (event) => {
    if (event.effectiveDirective === 'frame-src' && state === 'running') end('${FRAME_LEFT}');
  });
  addEventListener('message', (event) => {
    if (event.source === up) {
      if (state === 'running') app.contentWindow.postMessage(event.data, '*');
      else if (state === 'waiting' && event.data && event.data.method === '${FRAME_RESOURCE}') {
        const { html, allow, title } = event.data.params;
        state = 'running';
        app.setAttribute('sandbox', 'allow-scripts');
        app.setAttribute('allow', allow);
        app.referrerPolicy = 'no-referrer';
        app.title = title;
        app.addEventListener('load', () => { if (++loads > 1 && state === 'running') end('${FRAME_LEFT}'); });
        app.srcdoc = html;
        document.body.append(app);
      }
      return;
    }
    if (state !== 'running' || event.source !== app.contentWindow) return;
    const now = performance.now();
    if (now - since >= 1000) { since = now; count = 0; }
    if (++count > ${MAX_PER_SECOND}) return end('${FRAME_FLOODED}');
    const data = event.data;
    if (data && typeof data.method === 'string' && data.method.startsWith('ui/notifications/sandbox-')) return;
    up.postMessage(data, '*');
  });
  tell('${FRAME_READY}');
})();`

const attribute = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')

/** The document of the outer frame. */
export function frameDocument(domains: FrameDomains): string {
  const policy = attribute(appPolicy(domains))
  const style =
    'html,body{margin:0;height:100%;overflow:hidden}iframe{display:block;width:100%;height:100%;border:0}'
  return `<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="referrer" content="no-referrer"><style>${style}</style></head><body><script>${RELAY}</script></body></html>`
}
