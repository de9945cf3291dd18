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

/** The words of the kit for these speak of keys, models and fields. People read those of the server instead. */
const technical = /auth|billing|not_found|unsupported_field/

/** A failure without the figures and names that only developers read in its words. */
export function shownError(error: ChatErrorData, isForPeople: boolean): ChatErrorData {
  if (!isForPeople) return error
  const kind = technical.test(error.kind) && !error.isSignedOut ? 'provider' : error.kind
  return { ...error, kind, model: undefined, tokens: undefined, status: undefined }
}
