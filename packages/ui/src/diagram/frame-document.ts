/**
 * The script of the frame besides mermaid. It is a constant, so that a page with a policy can allow exactly this script
 * (`diagramScriptHash`). A frame made from text is also under the policy of its page.
 */
const FRAME_SCRIPT = `'use strict';
(() => {
  const api = self.mermaid;
  let count = 0;
  const settings = (dark) => ({
    startOnLoad: false,
    securityLevel: 'strict',
    secure: ['secure', 'securityLevel', 'startOnLoad', 'maxTextSize', 'maxEdges', 'suppressErrorRendering', 'htmlLabels', 'flowchart', 'class', 'theme', 'themeCSS', 'themeVariables', 'fontFamily', 'dompurifyConfig'],
    suppressErrorRendering: true,
    maxTextSize: 20000,
    maxEdges: 400,
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    class: { htmlLabels: false },
    theme: 'base',
    // The colours of the tokens: an image knows no properties of the page.
    themeVariables: {
      darkMode: dark,
      useGradient: false,
      dropShadow: 'none',
      background: dark ? '#1a1917' : '#f6f4f1',
      edgeLabelBackground: dark ? '#1a1917' : '#f6f4f1',
      primaryColor: dark ? '#262422' : '#ffffff',
      primaryBorderColor: dark ? '#7e7b75' : '#89867e',
      primaryTextColor: dark ? '#e9e8e4' : '#201e1a',
      lineColor: dark ? '#a09c96' : '#68645d',
      secondaryColor: dark ? '#142b2f' : '#e3f5f9',
      tertiaryColor: dark ? '#0c0b09' : '#f1efeb',
    },
    fontFamily: 'ui-sans-serif, system-ui, sans-serif',
  });
  const draw = async ({ id, code, dark }) => {
    try {
      api.initialize(settings(dark));
      const { svg } = await api.render('d' + count++, code);
      const box = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement.getAttribute('viewBox');
      const size = String(box).trim().split(/[\\s,]+/).map(Number);
      parent.postMessage({ id, svg, width: size[2], height: size[3] }, '*');
    } catch (error) {
      parent.postMessage({ id, error: String((error && error.message) || error).slice(0, 500) }, '*');
    }
  };
  let last = Promise.resolve();
  addEventListener('message', (event) => {
    if (event.source === parent) last = last.then(() => draw(event.data));
  });
  parent.postMessage({ ready: Boolean(api) }, '*');
})();`

const attribute = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`
}

/** For the `script-src` of a page with a policy of its own, quoted: `'sha256-…'`. */
export const diagramScriptHash = (): Promise<string> => sha256(FRAME_SCRIPT)

/** A text of a script that no HTML parser takes for markup: the same strings and expressions, written with escapes. */
const insideScript = (text: string): string => text.replace(/<(?=\/?script|!--)/gi, '\\x3c')

/**
 * The document of the frame as a file, for a page whose policy forbids inline code: a frame with an address of its own has the
 * policy of its file. It holds the text of `mermaid.min.js`, runs that and the drawing, and makes no request. Write it beside the
 * page when you build, and name it in `diagram({ page })`. It is some 5 MB, loaded with the first diagram. Runs in Node and browsers.
 */
export async function diagramPage(mermaid: string): Promise<string> {
  const library = insideScript(mermaid)
  const allowed = `'${await sha256(library)}' '${await diagramScriptHash()}'`
  const policy = `default-src 'none'; script-src ${allowed}; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'`
  return `<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${attribute(policy)}"><title>Diagrams</title></head><body><script>${library}</script><script>${FRAME_SCRIPT}</script></body></html>`
}

/** The frame's document. It may load mermaid from one address and make no other request. */
export async function frameDocument(script: string): Promise<string> {
  const url = new URL(script, document.baseURI)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new Error(`The script of diagrams must have an http address, not ${url.protocol}`)
  // An address must not contain characters that divide a policy.
  const source = `${url.origin}${url.pathname}`.replace(/[;,\s'"]/g, encodeURIComponent)
  // A page without TLS cannot compute a digest, and has no trust to protect.
  const hash = isSecureContext ? `'${await diagramScriptHash()}'` : `'unsafe-inline'`
  const policy = `default-src 'none'; script-src ${source} ${hash}; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'`
  return `<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${attribute(policy)}"></head><body><script src="${attribute(url.href)}"></script><script>${FRAME_SCRIPT}</script></body></html>`
}
