import type { StringOverrides } from '@antiphon/ui'
import { english, type AppWords } from './english.js'
import { language } from './language.js'

/** German comes with a page that speaks it. Without it, such as after an update while offline, the page is English. */
const german = language === 'de' ? await import('./german.js').catch(() => undefined) : undefined

/** Every word of this app, in the language of the page. */
export const words: AppWords = german?.german ?? english

/** The kit's own words; undefined for English, which it brings. */
export const kitWords: StringOverrides | undefined = german?.kitGerman

/** BCP 47 tag of figures and dates of the kit and the app. */
export const locale: string = german ? 'de' : 'en'

/** Where days stand before months: dates of an English page are British. */
export const dateLocale: string = german ? 'de' : 'en-GB'

/** A figure with the separators of the language. */
export const figure = (value: number): string => value.toLocaleString(locale)
