import * as fc from 'fast-check'

/**
 * Property tests draw the same cases in every run, so that a change lands or fails for what it is. `ANTIPHON_SEED=random`
 * draws others, a number draws those again that a failure named.
 */
const { ANTIPHON_SEED: wanted = '20261121' } = process.env

fc.configureGlobal({ seed: wanted === 'random' ? Date.now() : Number(wanted) })
