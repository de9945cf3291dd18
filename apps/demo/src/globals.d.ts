/** Set by vite.config.ts: the scripted endpoint runs in the page, since no server answers under `/v1`. */
declare const SCRIPTED_IN_PAGE: boolean
