import type { ProviderProfile } from '../provider-types.js'
import { effortLevels } from './effort-levels.js'

/** wire-facts 1.1, 1.3, 5, 5.1: reads `reasoning` only, images only as data. */
export const ollamaProfile: ProviderProfile = {
  id: 'ollama',
  name: 'Ollama',
  baseUrl: 'http://localhost:11434/v1',
  match: { ports: [11434] },
  settings: {
    messages: {
      reasoning: { turns: 'sinceLastUser', field: 'reasoning' },
      userParts: ['text', 'image_url'],
      imageUrls: 'dataOnly',
    },
    // Newer versions know more words; older ones refuse every other than these.
    body: { thinking: effortLevels({ off: 'none', low: 'low', medium: 'medium', high: 'high' }) },
  },
  browser: 'setting',
  browserHint:
    'Pages on localhost are allowed. For others set OLLAMA_ORIGINS to the origin of this page, such as OLLAMA_ORIGINS=https://chat.example.com, and start Ollama again.',
  needsKey: false,
}
