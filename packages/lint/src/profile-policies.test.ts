import { providerProfiles } from '@antiphon/core/provider'
import { expect, it } from 'vitest'
import { profilePolicies } from './policies.js'

it('a name of a profile lints by what the profile says of messages', () => {
  const expected = Object.fromEntries(
    providerProfiles.map(({ id, name, settings }) => [id, { name, messages: settings.messages ?? {} }]),
  )
  expect(profilePolicies).toEqual(expected)
})
