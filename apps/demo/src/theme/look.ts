import { fonts, contrasts, lookCss, plainLook, radii, type Look } from 'app-parts'
import { useLayoutEffect } from 'react'
import * as z from 'zod'
import { createStoredValue, useStoredValue } from '../stored-value.js'

const schema = z.object({
  accent: z
    .string()
    .regex(/^#[\da-f]{6}$/i)
    .optional()
    .catch(undefined),
  radius: z.enum(radii).catch(plainLook.radius),
  font: z.enum(fonts).catch(plainLook.font),
  contrast: z.enum(contrasts).catch(plainLook.contrast),
})

const stored = createStoredValue<Look>('look', schema, plainLook)
export const setLook = stored.set
export const useLook = (): Look => useStoredValue(stored)

/** Lays the sheet of the look over the page. It is made by script, which a policy without inline styles allows. */
export function usePageLook(): void {
  const look = useLook()
  useLayoutEffect(() => {
    const css = lookCss(look)
    if (css === '') return
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets.push(sheet)
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    }
  }, [look])
}
