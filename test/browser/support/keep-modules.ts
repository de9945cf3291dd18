import type { Plugin } from 'vite'

/** Lets the browser keep the modules that it has loaded: they stay as they are for a run, and each test file loads hundreds. */
export const keepModules = (): Plugin => ({
  name: 'antiphon-keep-modules',
  configureServer: ({ middlewares }) =>
    void middlewares.use((_, res, next) => {
      const set = res.setHeader.bind(res)
      res.setHeader = (name, value) =>
        set(name, name.toLowerCase() === 'cache-control' && value === 'no-cache' ? 'max-age=86400' : value)
      next()
    }),
})
