/** The page that frames apps of MCP servers and pages of models: it is served from this origin and runs without one. */
export const framePage = (): string => new URL('app-frame.html', document.baseURI).href
