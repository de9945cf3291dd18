import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type * as diagram from '@antiphon/ui/diagram'
import { defaultServerConditions, runnerImport, type Connect, type Plugin } from 'vite'

const NAME = 'diagram.html'
const mermaid = createRequire(import.meta.url).resolve('mermaid/dist/mermaid.min.js')

/** The page as the kit writes it, from the sources: nothing has to be built first. */
async function writePage(): Promise<string> {
  const { module } = await runnerImport<typeof diagram>('@antiphon/ui/diagram', {
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'error',
    environments: {
      inline: {
        resolve: {
          conditions: ['antiphon-source', ...defaultServerConditions],
          noExternal: [/^@antiphon\//],
          external: ['react', 'react-dom', 'react/jsx-runtime'],
        },
      },
    },
  })
  return module.diagramPage(await readFile(mermaid, 'utf8'))
}

const isPage = (url: string | undefined): boolean => url?.split('?', 1)[0] === `/${NAME}`

/** `diagram.html`: a file of the build, and of the development server. `framePolicies` has its header. */
export function diagramPage(): Plugin {
  let page: Promise<string> | undefined
  const serve: Connect.NextHandleFunction = (req, res, next) => {
    if (!isPage(req.url)) return next()
    page ??= writePage()
    page.then((text) => {
      res.setHeader('content-type', 'text/html; charset=utf-8')
      res.end(text)
    }, next)
  }
  return {
    name: 'antiphon-diagram-page',
    configureServer: ({ middlewares }) => void middlewares.use(serve),
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: NAME, source: await (page ??= writePage()) })
    },
  }
}
