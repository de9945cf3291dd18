/** How much a test does: the first in every run, the second in `pnpm test:long`, which sets `ANTIPHON_LONG`. */
export const amount = (usual: number, long: number): number => (process.env['ANTIPHON_LONG'] ? long : usual)
