import { knownFields } from './body-rules.js'
import { errorShapes } from './error-shapes.js'
import { openaiMessages } from './openai-families.js'
import type { StrictFamily } from './strict-request.js'

/** Versions whose profile is that of newer ones: only a refusal tells them apart (docs/wire 1.1, stream_options). */
export const oldFamilies: readonly StrictFamily[] = [
  {
    name: 'azure-old',
    profile: 'azure',
    model: 'gpt-4',
    shape: errorShapes.openai,
    rules: [knownFields((key) => `Unrecognized request argument supplied: ${key}`), ...openaiMessages],
  },
]
