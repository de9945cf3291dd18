import type { ProviderProfile } from './provider-types.js'
import { genericProfile } from './profiles/generic.js'
import { openaiProfile } from './profiles/openai.js'

/** Every profile of the kit, in the order in which they are tried. A family is added by a file and a line here. */
export const providerProfiles: readonly ProviderProfile[] = [openaiProfile, genericProfile]
