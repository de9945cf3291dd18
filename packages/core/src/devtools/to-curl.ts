import type { WireRequest } from './exchange-types.js'

/**
 * A request as a command for a shell. The key is not in it: where it belongs stands `$API_KEY`, which the shell fills in.
 */
export function toCurl({ method, url, headers, body }: WireRequest): string {
  const lines = [`curl -N ${quote(url.replaceAll('=redacted', '=$API_KEY'), url.includes('=redacted'))}`]
  if (method !== 'POST') lines.push(`-X ${quote(method)}`)
  for (const [name, value] of Object.entries(headers)) {
    const isSecret = value === '[redacted]'
    const scheme = name.toLowerCase() === 'authorization' ? 'Bearer ' : ''
    lines.push(`-H ${quote(`${name}: ${isSecret ? `${scheme}$API_KEY` : value}`, isSecret)}`)
  }
  lines.push(`--data-raw ${quote(body)}`)
  return lines.join(' \\\n  ')
}

/** In single quotes nothing is special but the quote itself; in double ones a variable is filled in. */
function quote(text: string, withVariable = false): string {
  if (withVariable) return `"${text.replace(/["\\`]|\$(?!API_KEY)/g, '\\$&')}"`
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
