/** BCP 47 tag of figures and dates of the kit and the apps. */
export const locale = 'en'

/** British, because it puts the day before the month. */
export const dateLocale = 'en-GB'

/** A figure with the separators of English. */
export const figure = (value: number): string => value.toLocaleString(locale)

/** Amounts as the usage line writes them: small ones with two figures that say something. */
export const formatMoney = (amount: number, currency: string): string => {
  try {
    return new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      maximumSignificantDigits: amount !== 0 && Math.abs(amount) < 1 ? 2 : undefined,
    }).format(amount)
  } catch {
    // A provider may count in credits, which are not an ISO currency.
    return `${amount.toPrecision(3)} ${currency}`
  }
}
