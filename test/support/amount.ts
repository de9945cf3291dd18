/** How much a test does: `usual` in `npm test`, `long` in `npm run test:hunt`, which sets `ANTIPHON_HUNT`. The one switch between the two. */
export const amount = (usual: number, long: number): number =>
  import.meta.env['ANTIPHON_HUNT'] ? long : usual
