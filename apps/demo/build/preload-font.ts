import type { Plugin } from 'vite'

/** Preloads the page's font beside its scripts. It is there before the first text is drawn, so that lines break only once. */
export function preloadFont(): Plugin {
  return {
    name: 'antiphon-preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const file = Object.keys(bundle).find((name) => /inter-latin-wght-normal[^/]*\.woff2$/.test(name))
        if (!file)
          throw new Error('The build has no inter-latin-wght-normal.woff2. Does fonts.css still name it?')
        // A font is always fetched with CORS: without `crossorigin` it would be loaded twice.
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `./${file}` }
        return [{ tag: 'link', attrs, injectTo: 'head' }]
      },
    },
  }
}
