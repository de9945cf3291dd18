import { expect, it } from 'vitest'
import { providerProfiles } from '../providers/provider-profiles.js'
import { profilePolicies } from './profile-policies.js'

it('a name of a profile lints by what the profile says of messages', () => {
  const expected = Object.fromEntries(
    providerProfiles.map(({ id, name, settings }) => [id, { name, messages: settings.messages ?? {} }]),
  )
  expect(profilePolicies).toEqual(expected)
})
