/** The entry `@antiphon/server`: a server for a built app (`serveApp`), or its handlers for your own server. Node only. */
export { defaultConfig, parseConfig, readConfig, type LoadedConfig, type ServerConfig } from './config.js'
export { createServices, type Service } from './services.js'
export { serveApp, type AppServer, type AppServerOptions } from './serve-app.js'
export { contentSecurityPolicy, framePolicies } from './security-headers.js'
