/** Who asks: what `authorize` returned. A host may add fields of its own. */
export interface ChatUser {
  readonly id: string
}

/** The request that a route handles, with its user. */
export interface RouteContext {
  request: Request
  /** Who asks: what `authorize` returned. */
  user: ChatUser
  /** Parts of the path, decoded. */
  params: Readonly<Record<string, string>>
  url: URL
}

/** One route of the chat server. The server has checked the origin, the user and the size of the body before it is called. */
export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'HEAD'
  /** Below the base path, such as `/threads/:id`. */
  path: string
  handle(context: RouteContext): Promise<Response> | Response
}
