'use client'

import type { ChatErrorData } from '@antiphon/core'
import { createContext, useContext } from 'react'

/**
 * Who reads. `developers` see what a request cost and how tools are called. `people` see neither model, tokens and times, nor the
 * names that code uses.
 */
export type Audience = 'developers' | 'people'

export const AudienceContext = createContext<Audience>('developers')

export const useIsForPeople = (): boolean => useContext(AudienceContext) === 'people'

/** A name of code in words: `get_order`, `getOrder` and `get-order` are "Get order". */
export function humanName(name: string): string {
  const words = name
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[\s_.-]+/g, ' ')
    .trim()
  const lower = words.replaceAll(/\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase())
  return lower.replace(/^./u, (letter) => letter.toUpperCase())
}

/** A failure without the figures and names that only developers read in its words. */
export const shownError = (error: ChatErrorData, isForPeople: boolean): ChatErrorData =>
  isForPeople ? { ...error, model: undefined, tokens: undefined, status: undefined } : error
