import { readFileSync } from 'node:fs'
import starlight from '@astrojs/starlight'
import { defineConfig } from 'astro/config'
import { rehypeTables } from './src/site/rehype-tables.ts'
import { REPOSITORY } from './src/site/repository.ts'
import { sidebar } from './src/site/sidebar.ts'

const tokens = new URL('../../packages/ui/css/tokens.css', import.meta.url)
const TOKENS = '/site-tokens.css'

/** The tokens of the kit for the whole page: in the kit's own sheet they hold from its root elements on. */
const tokensOfThePage = {
  name: 'site-tokens',
  resolveId: (source) => (source === TOKENS ? TOKENS : undefined),
  load: (id) =>
    id === TOKENS ? readFileSync(tokens, 'utf8').replaceAll('[data-antiphon-root]', ':root') : undefined,
}

/** Code that scrolls can be reached by keyboard and has a name, also before its script has run. */
const codeByKeyboard = {
  name: 'code-by-keyboard',
  hooks: {
    postprocessRenderedBlock({ renderData }) {
      const visit = (node) => {
        if (node.tagName === 'pre')
          Object.assign(node.properties, { tabIndex: 0, role: 'group', ariaLabel: 'Code' })
        node.children?.forEach(visit)
      }
      visit(renderData.blockAst)
    },
  },
}

export default defineConfig({
  trailingSlash: 'always',
  devToolbar: { enabled: false },
  // The reader of components parses with Vite; only the loader of content calls it, before anything is bundled.
  vite: { plugins: [tokensOfThePage], ssr: { external: ['vite'] } },
  markdown: { rehypePlugins: [rehypeTables] },
  integrations: [
    starlight({
      title: 'Antiphon',
      description: 'A React kit for LLM chats that shows all that happened on the wire.',
      social: [{ icon: 'github', label: 'GitHub', href: REPOSITORY }],
      customCss: [TOKENS, './src/styles/fonts.css', './src/styles/site.css'],
      sidebar,
      components: { Head: './src/components/Head.astro' },
      lastUpdated: false,
      credits: false,
      pagefind: true,
      expressiveCode: {
        plugins: [codeByKeyboard],
        themes: ['github-dark', 'github-light'],
        styleOverrides: {
          borderRadius: '10px',
          borderColor: 'var(--antiphon-line)',
          codeFontFamily: 'var(--antiphon-font-mono)',
          codeFontSize: 'var(--antiphon-code)',
          codeLineHeight: '1.6',
          codeBackground: 'var(--antiphon-surface)',
          frames: {
            frameBoxShadowCssValue: 'none',
            editorBackground: 'var(--antiphon-surface)',
            terminalBackground: 'var(--antiphon-surface)',
          },
        },
        defaultProps: { frame: 'none' },
      },
    }),
  ],
})
