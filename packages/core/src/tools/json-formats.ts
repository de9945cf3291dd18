import { parseUrl } from '@antiphon/base'

const FULL_TIME = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i
const DURATION =
  /^P(?=.)(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?)$/
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i

const isDate = (text: string): boolean => {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
const isHost = (text: string): boolean =>
  text.length <= 253 && text.split('.').every((label) => LABEL.test(label))
const isIpv4 = (text: string): boolean => {
  const parts = text.split('.')
  return parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256)
}

/** Each takes time that grows with the text and no faster. */
const formats = new Map<string, (text: string) => boolean>([
  ['date', isDate],
  ['time', (text) => FULL_TIME.test(text)],
  [
    'date-time',
    (text) => isDate(text.slice(0, 10)) && /t/i.test(text.charAt(10)) && FULL_TIME.test(text.slice(11)),
  ],
  ['duration', (text) => DURATION.test(text)],
  ['uuid', (text) => UUID.test(text)],
  ['uri', (text) => parseUrl(text) !== undefined],
  ['hostname', isHost],
  ['ipv4', isIpv4],
  // `URL` alone would also take `::1]/a`, which ends the brackets early.
  ['ipv6', (text) => /^[\da-f:.]{2,45}$/i.test(text) && parseUrl(`http://[${text}]`) !== undefined],
  [
    'email',
    (text) => {
      const at = text.lastIndexOf('@')
      const host = text.slice(at + 1)
      return at > 0 && !/[\s@"]/.test(text.slice(0, at)) && host.includes('.') && isHost(host)
    },
  ],
])

/** Whether a text is of this format of JSON Schema. A format that is not known here is not checked. */
export function fitsFormat(format: string, text: string): boolean {
  return formats.get(format)?.(text) ?? true
}
