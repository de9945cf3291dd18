'use client'

import { createContext, useContext } from 'react'

/** A page that is written in one go and has no scripts. What a live page would draw later asks it to wait. */
export interface StaticPage {
  /** What is being drawn is drawn again once this is there. */
  waitFor(loading: Promise<unknown>): void
}

/**
 * Present while such a page is written: folds are `details`, everything is there from the start, and what needs a script
 * to do anything is left out.
 */
export const StaticPageContext = createContext<StaticPage | undefined>(undefined)

export const useStaticPage = (): StaticPage | undefined => useContext(StaticPageContext)

/** How much of something long shows before a press: all of it where nothing can be pressed. */
export const useFirst = (count: number): number => (useStaticPage() ? Infinity : count)
