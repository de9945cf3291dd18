'use client'

import { createContext, useContext } from 'react'

/** A page that is rendered once and has no scripts. Parts that a live page would load later ask it to wait. */
export interface StaticPage {
  /** Renders the present part again once this promise resolves. */
  waitFor(loading: Promise<unknown>): void
}

/**
 * Present while a static page is rendered: folds are `details`, everything is there from the start, and controls that need
 * a script are left out.
 */
export const StaticPageContext = createContext<StaticPage | undefined>(undefined)

/** The static page that is being rendered; undefined in a page with scripts. */
export const useStaticPage = (): StaticPage | undefined => useContext(StaticPageContext)

/** How much of a long content shows before a press; all of it on a static page. */
export const useFirst = (count: number): number => (useStaticPage() ? Infinity : count)
