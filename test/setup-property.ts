import * as fc from 'fast-check'

/** The seed of every run, so that a change lands or fails because of what it does. A number in `ANTIPHON_SEED` is another. */
fc.configureGlobal({ seed: Number(process.env['ANTIPHON_SEED'] ?? 20261121) })
