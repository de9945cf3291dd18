/** Set by vite.config.ts: the scripted endpoint runs in the page, since no server answers under `/v1`. */
declare const SCRIPTED_IN_PAGE: boolean

/** Set by vite.config.ts: the version of the kit, for bug reports. */
declare const APP_VERSION: string
