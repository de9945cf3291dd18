import { configure, getConfig } from '@testing-library/react'
import * as react from 'react'
import { PATIENCE } from './setup-waiting.js'

const { getElementError } = getConfig()

configure({
  asyncUtilTimeout: PATIENCE,
  // A search that waits fails many times before it finds something, and would print the page each time.
  getElementError(message, container) {
    const error = new Error(message ?? '')
    error.name = 'TestingLibraryElementError'
    let text: string | undefined
    return Object.defineProperty(error, 'message', {
      configurable: true,
      get: () => (text ??= getElementError(message, container).message),
    })
  },
})

/**
 * React's development build takes a stack for each element, which is up to 40 % of a test that draws much. It stops after 10,000 in
 * a second; here it begins there. Warnings and stacks of components stay.
 */
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = react as {
  __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE?: object
}
if (internals)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => 10_000,
    set() {},
    configurable: true,
  })
