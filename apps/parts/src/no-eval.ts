import * as z from 'zod'

/**
 * For speed, zod asks the browser whether it may compile text to code. The policy of this app forbids that, and the question
 * alone is logged as a violation. zod asks when a schema is made, so this shares a chunk with zod (vite.config.ts): files that
 * make a schema import that chunk and run after it.
 */
z.config({ jitless: true })
