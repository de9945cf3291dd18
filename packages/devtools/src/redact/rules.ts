import { personalRules } from './personal-rules.js'
import { secretRules } from './secret-rules.js'
import type { RedactionRule } from './types.js'
import { vendorRules } from './vendor-rules.js'

/** The rule table. A rule names what the rules after it find as well. */
export const redactionRules: readonly RedactionRule[] = [...vendorRules, ...secretRules, ...personalRules]
