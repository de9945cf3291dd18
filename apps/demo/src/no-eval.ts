import * as z from 'zod'

/**
 * zod asks the browser whether it may make code out of text, for speed. Under the policy of this app it may not, and to
 * ask is a violation in the log. It asks when a schema is made, so this stands in one file with zod (vite.config.ts): what
 * makes a schema imports that file, and is run after it.
 */
z.config({ jitless: true })
