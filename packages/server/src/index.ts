/** The entry `@antiphon/server`: what stands beside a built app, whole (`serveApp`) or as handlers for a server of your own. Node only. */
export { defaultConfig, parseConfig, readConfig, type LoadedConfig, type ServerConfig } from './config.js'
export { createServices, type Service } from './services.js'
export { serveApp, type AppServer, type AppServerOptions } from './serve-app.js'
export { contentSecurityPolicy } from './security-headers.js'
export type { Resolve } from './pages/request-page.js'
