import { base64ToBytes, isRecord, type FrameDomains } from '@antiphon/base'
import { MCP_APP_TYPE, type McpAppOfTool } from '../tool-apps.js'

/** Why an app is not shown. `said` is for developers, in the words of who refused. */
export type AppProblem =
  | 'not-connected'
  | 'missing'
  | 'wrong-type'
  | 'too-large'
  | 'blocked'
  | 'silent'
  | 'left'
  | 'flood'

export class AppError extends Error {
  readonly problem: AppProblem
  constructor(problem: AppProblem, said = '') {
    super(said)
    this.name = 'AppError'
    this.problem = problem
  }
}

const APP_PERMISSIONS = ['camera', 'microphone', 'geolocation', 'clipboardWrite'] as const
/** A power of the browser that an app may ask for. */
export type AppPermission = (typeof APP_PERMISSIONS)[number]

/** The page of an app, and what its server asks for it. */
export interface AppResource {
  html: string
  /** Origins that the app may reach, as its server declares them. */
  domains: FrameDomains
  permissions: readonly AppPermission[]
  prefersBorder?: boolean
}

/** Characters of an app with all that is in its page. Those of the specification have up to a million. */
const MAX_HTML = 10_000_000
const MAX_DOMAINS = 50

/**
 * Reads the page of an app from its server.
 *
 * @param timeout milliseconds
 * @throws AppError
 */
export async function readAppResource(
  { client, uri }: Pick<McpAppOfTool, 'client' | 'uri'>,
  { signal, timeout }: { signal: AbortSignal; timeout: number },
): Promise<AppResource> {
  if (!client.readResource) throw new AppError('not-connected', 'This MCP client has no readResource.')
  let result: unknown
  try {
    result = await client.readResource({ uri }, { signal, timeout })
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    // -32002: no such resource (specification of 2025-11-25), -32602 since.
    const code = isRecord(error) ? error['code'] : undefined
    throw new AppError(code === -32002 || code === -32602 ? 'missing' : 'not-connected', said)
  }
  const contents = isRecord(result) && Array.isArray(result['contents']) ? result['contents'] : []
  const found: unknown = contents.find((one) => isRecord(one) && one['uri'] === uri) ?? contents[0]
  if (!isRecord(found)) throw new AppError('missing', uri)
  const { mimeType, text, blob } = found
  if (typeof mimeType !== 'string' || !isAppType(mimeType)) throw new AppError('wrong-type', String(mimeType))
  const html = typeof text === 'string' ? text : typeof blob === 'string' ? fromBase64(blob) : undefined
  if (html === undefined || html === '') throw new AppError('missing', uri)
  if (html.length > MAX_HTML) throw new AppError('too-large', `${html.length}`)
  return { html, ...readMeta(found['_meta']) }
}

function isAppType(type: string): boolean {
  return type.toLowerCase().replace(/\s+/g, '') === MCP_APP_TYPE
}

function fromBase64(blob: string): string | undefined {
  if (blob.length > MAX_HTML * 1.4) throw new AppError('too-large', `${blob.length}`)
  const bytes = base64ToBytes(blob)
  return bytes && new TextDecoder().decode(bytes)
}

function readMeta(meta: unknown): Omit<AppResource, 'html'> {
  const ui = isRecord(meta) && isRecord(meta['ui']) ? meta['ui'] : {}
  const csp = isRecord(ui['csp']) ? ui['csp'] : {}
  const wanted = isRecord(ui['permissions']) ? ui['permissions'] : {}
  return {
    domains: {
      connect: readDomains(csp['connectDomains']),
      resource: readDomains(csp['resourceDomains']),
      frame: readDomains(csp['frameDomains']),
      baseUri: readDomains(csp['baseUriDomains']),
    },
    permissions: APP_PERMISSIONS.filter((name) => isRecord(wanted[name])),
    ...(typeof ui['prefersBorder'] === 'boolean' && { prefersBorder: ui['prefersBorder'] }),
  }
}

const HOST = String.raw`(?:\*\.)?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?`
const DOMAIN = new RegExp(String.raw`^(?:https|wss):\/\/${HOST}$`, 'i')
/** Servers under development. */
const LOCAL = /^(?:http|ws):\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?$/i

/** Origins only: no characters that divide a policy, no `*` for everything, no other schemes. The others are left out. */
function readDomains(value: unknown): string[] {
  if (!Array.isArray(value)) return []
  const origins = value
    .slice(0, MAX_DOMAINS)
    .map((one) => (typeof one === 'string' ? one.replace(/\/$/, '') : ''))
  return [...new Set(origins.filter((one) => one.length <= 300 && (DOMAIN.test(one) || LOCAL.test(one))))]
}
