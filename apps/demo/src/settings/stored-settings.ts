import * as z from 'zod'
import { scriptedBaseUrl } from '../endpoint/scripted.js'
import { readOverrides, toOverrideTexts } from '../profile/override-texts.js'
import { checkBaseUrl, defaultSettings, efforts, type Settings } from './settings.js'

const NAME = 'antiphon-demo.settings'

/** Version 1. The scripted endpoint is stored as the absence of an address: its port may change. */
const schema = z.object({
  version: z.literal(1),
  baseUrl: z.string().optional(),
  model: z.string().default(''),
  maxTokens: z.int().positive().optional(),
  temperature: z.number().min(0).max(2).optional(),
  effort: z.enum(Object.keys(efforts) as (keyof typeof efforts)[]).optional(),
  profile: z.string().optional(),
  // What is no field of a profile (any more), or cannot be read as one, is left behind.
  overrides: z
    .record(z.string(), z.unknown())
    .transform((stored) => readOverrides(toOverrideTexts(stored)).overrides)
    .optional(),
  system: z.string().default(''),
})

/** What was stored, or the defaults when there is nothing, nothing readable, or no storage at all. */
export function loadSettings(): Settings {
  try {
    const { version: _, ...stored } = schema.parse(JSON.parse(localStorage.getItem(NAME) ?? 'null'))
    const settings = { ...stored, baseUrl: stored.baseUrl ?? scriptedBaseUrl }
    return checkBaseUrl(settings.baseUrl) ? defaultSettings : settings
  } catch {
    return defaultSettings
  }
}

export function storeSettings({ baseUrl, ...rest }: Settings): void {
  const stored = { version: 1, ...rest, ...(baseUrl === scriptedBaseUrl ? {} : { baseUrl }) }
  try {
    localStorage.setItem(NAME, JSON.stringify(stored))
  } catch {
    // No storage (private window, full disk): the settings hold until the tab closes.
  }
}
