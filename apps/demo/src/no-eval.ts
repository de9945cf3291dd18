import * as z from 'zod'

/**
 * zod asks the browser whether it may make code out of text, for speed. Under the policy of this app it may not, and to
 * ask is a violation in the log. Imported first, before any schema is used.
 */
z.config({ jitless: true })
