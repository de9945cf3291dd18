import { join } from 'node:path'
import { build, type Plugin, type Rollup } from 'vite'
import { conditions } from '../../projects/shared.js'

/**
 * Serves each worker as one file. Unbundled, each start of a worker loads hundreds of modules, and each file that is read has
 * a worker of its own.
 */
export function bundleWorkers(): Plugin {
  const bundles = new Map<string, Promise<string>>()

  async function bundle(entry: string): Promise<string> {
    const built = await build({
      configFile: false,
      logLevel: 'warn',
      mode: 'development',
      resolve: { conditions },
      build: {
        write: false,
        minify: false,
        lib: { entry, formats: ['es'] },
        rolldownOptions: { output: { codeSplitting: false } },
      },
    })
    return (built as Rollup.RollupOutput[])[0]!.output[0].code
  }

  return {
    name: 'antiphon-bundle-workers',
    configureServer: ({ config, middlewares }) =>
      void middlewares.use((req, res, next) => {
        const url = new URL(req.url ?? '/', 'http://localhost')
        if (!url.searchParams.has('worker_file')) return next()
        const entry = join(config.root, url.pathname)
        if (!bundles.has(entry)) bundles.set(entry, bundle(entry))
        bundles.get(entry)!.then((code) => {
          res.setHeader('content-type', 'text/javascript')
          res.end(code)
        }, next)
      }),
  }
}
