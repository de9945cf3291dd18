import { language } from '../words/language.js'
import { english, type SessionWords } from './english-words.js'

const german = language === 'de' ? await import('./german-words.js').catch(() => undefined) : undefined

export const words: SessionWords = german?.germanSessions ?? english

const locale = german ? 'de' : 'en'
/** Dates of an English page are British: days stand before months. */
const dateLocale = german ? 'de' : 'en-GB'

const oneDigit = (value: number): string =>
  value.toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** `2,140` as `2.1k`, `388,000` as `388k`. */
export function shortCount(value: number): string {
  if (value < 1_000) return String(value)
  if (value < 10_000) return `${oneDigit(value / 1_000)}k`
  if (value < 1_000_000) return `${Math.round(value / 1_000)}k`
  return `${oneDigit(value / 1_000_000)}M`
}

/** Ms as `0.4 s`, `12 s`, `3 min 5 s`, `2 h 10 min`. */
export function duration(ms: number): string {
  const seconds = ms / 1_000
  if (seconds < 10) return `${oneDigit(seconds)} s`
  if (seconds < 60) return `${Math.round(seconds)} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${Math.round(seconds % 60)} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

export function money({ amount, currency }: { amount: number; currency: string }): string {
  try {
    return amount.toLocaleString(locale, {
      style: 'currency',
      currency,
      maximumFractionDigits: amount < 1 ? 4 : 2,
    })
  } catch {
    // A file may name a currency that is none.
    return `${amount.toFixed(2)} ${currency}`
  }
}

const day = (time: number): string => new Date(time).toDateString()

/** The time of today; of other days the day, with its year where that is another. */
export function when(time: number, now: number): string {
  const date = new Date(time)
  if (day(time) === day(now))
    return date.toLocaleTimeString(dateLocale, { hour: '2-digit', minute: '2-digit' })
  const isThisYear = date.getFullYear() === new Date(now).getFullYear()
  return date.toLocaleDateString(dateLocale, {
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
  })
}

export const dateAndTime = (time: number): string =>
  new Date(time).toLocaleString(dateLocale, { dateStyle: 'medium', timeStyle: 'short' })

/** The last name of a path. */
export const lastName = (path: string): string => /([^/\\]+)[/\\]*$/.exec(path)?.[1] ?? path
