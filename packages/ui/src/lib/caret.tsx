'use client'

/** The caret at the place where a text grows. */
export const caret = <span data-slot="caret" aria-hidden="true" />
