import type { SavedPrompt } from '@antiphon/shell'
import * as z from 'zod'
import { createStoredValue } from '../stored-value.js'
import { words } from '../words/words.js'

const schema = z.array(z.object({ name: z.string().min(1), text: z.string() }))

/** The person's own; to begin with, three that show what one is. */
export const storedPrompts = createStoredValue<readonly SavedPrompt[]>(
  'prompts',
  schema,
  words.conversation.firstPrompts,
)
