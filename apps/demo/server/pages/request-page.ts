import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { isLoopbackName } from '../guard/loopback.js'
import { isLoopbackAddress, isPublicAddress } from './public-address.js'

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>

const resolveName: Resolve = (hostname) => lookup(hostname, { all: true, verbatim: true })

/**
 * Asks for one page. The name is resolved once, every address it has must be of the open internet (of this machine, for
 * a rule that names this machine), and the connection goes to the address that was checked: a name that changes its
 * answer in between changes nothing.
 */
export async function requestPage(
  url: URL,
  signal: AbortSignal,
  resolve: Resolve = resolveName,
): Promise<IncomingMessage> {
  const pinned = await safeAddress(url.hostname, resolve)
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((done, fail) => {
    const outgoing = request(
      url,
      {
        method: 'GET',
        agent: false,
        signal,
        lookup: (_, { all }, callback) =>
          all ? callback(null, [pinned]) : callback(null, pinned.address, pinned.family),
        headers: {
          accept: 'text/html, text/plain, text/markdown, application/json',
          'accept-encoding': 'identity',
          'user-agent': 'antiphon-demo',
        },
      },
      done,
    )
    outgoing.on('error', fail)
    outgoing.end()
  })
}

async function safeAddress(hostname: string, resolve: Resolve): Promise<LookupAddress> {
  const literal = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(literal)
  const addresses = family ? [{ address: literal, family }] : await resolve(hostname)
  const isFine = isLoopbackName(hostname) ? isLoopbackAddress : isPublicAddress
  const first = addresses[0]
  if (!first) throw new Error(`${hostname} has no address.`)
  if (!addresses.every(({ address }) => isFine(address)))
    throw new Error(`${hostname} leads to an address that is not on the open internet, and is not fetched.`)
  return first
}
