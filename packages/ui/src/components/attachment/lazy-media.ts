import { createLazyModule } from '../../lib/lazy-module.js'

/** What only a message with something attached needs: larger pictures, a player, and how much is in a file. */
export const lazyMedia = createLazyModule(() => import('./media-parts.js'))
