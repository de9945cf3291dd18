import type { Strings } from './english.js'

/** Numbers and durations as text. All of them go through `Intl` in one locale. */
export interface Formats {
  locale: string
  /** `1204` to `1,204`. */
  number(value: number): string
  /** Milliseconds to `0.8 s`, `12 s`, `2 min 04 s`: steps of 0.1 s under ten seconds, of 1 s from there. */
  duration(ms: number): string
  /** The same in whole seconds from one second on: `4 s`. For thinking, where tenths would only be noise. */
  roughDuration(ms: number): string
  /** Milliseconds to `0:12`, for a clock that counts while one waits. */
  clock(ms: number): string
  /** Epoch ms to the time of day as the locale writes it, `10:04 PM`. */
  time(epochMs: number): string
  /** Amount and ISO currency to `$0.0031`. */
  money(amount: number, currency: string): string
}

/** Durations below this many milliseconds are not shown. */
export const SHOWN_FROM_MS = 100

const refused = new Set<string>()

/**
 * A tag that `Intl` takes: this one, as BCP 47 writes it (`en_US.UTF-8`, as systems have it, is `en-US`), else English, with one warning
 * for each. A wrong tag must not take the page down.
 */
function knownLocale(tag: unknown): string {
  const text = String(tag)
  for (const one of [text, text.replace(/[.@].*/s, '').replaceAll('_', '-')])
    try {
      const [known] = Intl.getCanonicalLocales(one)
      if (known) return known
    } catch {
      // The next way of writing it.
    }
  if (!refused.has(text)) {
    refused.add(text)
    console.warn(
      `"${text.slice(0, 100)}" is not a language tag (BCP 47), so figures are written as in English.`,
    )
  }
  return 'en'
}

export function createFormats(tag: string, words: Strings['duration']): Formats {
  const locale = knownLocale(tag)
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
  const tenths = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const padded = new Intl.NumberFormat(locale, { minimumIntegerDigits: 2, maximumFractionDigits: 0 })

  // Making one takes longer than drawing a turn.
  const timeOfDay = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })

  const longDuration = (seconds: number): string => {
    if (seconds < 60) return words.seconds(whole.format(seconds))
    const minutes = Math.floor(seconds / 60)
    if (minutes < 60) return words.minutes(whole.format(minutes), padded.format(seconds % 60))
    return words.hours(whole.format(Math.floor(minutes / 60)), padded.format(minutes % 60))
  }
  const duration = (ms: number): string => {
    const seconds = toSeconds(ms)
    // A run that took no time to speak of still took some.
    if (seconds < 0.05) return words.seconds(`< ${tenths.format(0.1)}`)
    return seconds < 9.95 ? words.seconds(tenths.format(seconds)) : longDuration(Math.round(seconds))
  }

  return {
    locale,
    number: (value) => whole.format(value),
    duration,
    roughDuration: (ms) => (toSeconds(ms) < 0.95 ? duration(ms) : longDuration(Math.round(toSeconds(ms)))),
    clock: (ms) => {
      const seconds = Math.floor(toSeconds(ms))
      return `${whole.format(Math.floor(seconds / 60))}:${padded.format(seconds % 60)}`
    },
    time: (epochMs) => timeOfDay.format(epochMs),
    money: (amount, currency) => formatMoney(locale, amount, currency),
  }
}

/** Clocks jump and stored figures may be anything; a duration is never negative or NaN on screen. */
function toSeconds(ms: number): number {
  return Number.isFinite(ms) ? Math.max(0, ms) / 1000 : 0
}

function formatMoney(locale: string, amount: number, currency: string): string {
  try {
    return new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      minimumFractionDigits: 2,
      maximumSignificantDigits: amount !== 0 && Math.abs(amount) < 1 ? 2 : undefined,
    }).format(amount)
  } catch {
    // A provider may count in credits, which are not an ISO currency.
    return `${new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 }).format(amount)} ${currency}`
  }
}
