const PRIVATE_NAMES = ['.localhost', '.local', '.internal', '.lan', '.home.arpa']

/**
 * Whether a host name, as `URL` writes it, is this machine or one of the local network. Only there does a port say
 * anything about the server behind it. Names of a single label, such as those of a container network, count.
 */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '')
  if (host.startsWith('[')) return /^\[(?:::1?\]|f[cd]\w\w:|fe[89ab]\w:)/.test(host)
  if (!/^[\d.]+$/.test(host)) {
    return !host.includes('.') || PRIVATE_NAMES.some((name) => host.endsWith(name))
  }
  const [a = 0, b = 0] = host.split('.').map(Number)
  return (
    a === 127 ||
    a === 10 ||
    host === '0.0.0.0' ||
    (a === 192 && b === 168) ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b <= 31) ||
    // Shared addresses, which private overlay networks use.
    (a === 100 && b >= 64 && b <= 127)
  )
}
