// The manifest that `pnpm pack` and `pnpm publish` write: entries as scripts/pack.mjs has them, without those of this checkout alone.
import { publishedExports } from './scripts/pack.mjs'

export const hooks = {
  beforePacking: (manifest) => ({ ...manifest, exports: publishedExports(manifest.exports) }),
}
