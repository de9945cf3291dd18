import { byteUnits } from './file-data.js'

/** `1536` as `1.5 kB`, in the locale. */
export function formatBytes(locale: string, bytes: number): string {
  const { amount, unit } = byteUnits(bytes)
  const unitDisplay = unit === 'byte' ? 'long' : 'short'
  const maximumFractionDigits = amount < 10 ? 1 : 0
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay, maximumFractionDigits }).format(
    amount,
  )
}
