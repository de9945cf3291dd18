import type { EntryStrings } from '@antiphon/ui/parts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * The time of the last change in few letters: minutes or hours for today, the time for yesterday, then the day of the week,
 * then the date.
 *
 * @param at Epoch ms.
 * @param now Epoch ms.
 */
export function threadTime(at: number, now: number, locale: string, words: EntryStrings['threads']): string {
  const age = Math.max(0, now - at)
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  if (age < MINUTE) return words.now
  if (age < HOUR) return words.minutes(String(Math.floor(age / MINUTE)))
  if (at >= midnight) return words.hours(String(Math.floor(age / HOUR)))
  const write = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(locale, options).format(at)
  if (at >= midnight - DAY) return write({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  if (at >= midnight - 6 * DAY) return write({ weekday: 'short' })
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  return write({ day: 'numeric', month: 'short', ...(isThisYear ? {} : { year: '2-digit' }) })
}
