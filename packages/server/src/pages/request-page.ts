import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIPv4, isIPv6, isIP } from 'node:net'
import { isLoopbackName } from '../guard.js'

/** IPv4 that is no host of the open internet (RFC 6890 and its successors). */
const special = new BlockList()
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]) {
  const [net = '', bits] = range.split('/')
  special.addSubnet(net, Number(bits))
}

/** In IPv6 one block is public. Inside it, tunnels to IPv4 addresses and example addresses are excluded. */
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')
const special6 = new BlockList()
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  special6.addSubnet(net, bits, 'ipv6')
}

/** Is it an address of the open internet, and not one of this machine, this network or a cloud's own services? */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special.check(address)
  return isIPv6(address) && global6.check(address, 'ipv6') && !special6.check(address, 'ipv6')
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

function isLoopbackAddress(address: string): boolean {
  return isIPv4(address) ? loopback.check(address) : isIPv6(address) && loopback.check(address, 'ipv6')
}

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>

const resolveName: Resolve = (hostname) => lookup(hostname, { all: true, verbatim: true })

/**
 * Requests one page. It resolves the name once. Every address must be on the open internet, or on this machine for a rule
 * that names this machine. It connects to the checked address, so a DNS answer that changes later has no effect.
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
