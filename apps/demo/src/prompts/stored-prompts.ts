import type { SavedPrompt } from '@antiphon/ui/shell'
import * as z from 'zod'
import { createStoredValue } from '../stored-value.js'

const schema = z.array(z.object({ name: z.string().min(1), text: z.string() }))

/** The person's own; to begin with, three that show what one is. */
export const storedPrompts = createStoredValue<readonly SavedPrompt[]>('prompts', schema, [
  { name: 'explain', text: 'Explain {input} to somebody who is new to it, with one example.' },
  { name: 'review', text: 'Review this and name the three most serious problems:\n\n{input}' },
  { name: 'shorter', text: 'Say the same in half the words.' },
])
