import { providerProfiles, type ProviderProfile, type ResolvedProvider } from '@antiphon/core/provider'
import type { RequestPolicy } from '@antiphon/core/request'
import type { LintContext } from './types.js'

/**
 * The endpoint to lint for: the id of a profile of the kit, a profile, one applied to an endpoint and model, or a bare
 * policy.
 */
export type LintProfile = string | ProviderProfile | ResolvedProvider | RequestPolicy

/**
 * The message policy of an endpoint.
 *
 * @throws TypeError when it is not a profile, or the name is unknown.
 */
export function policyOf(
  profile: LintProfile | undefined,
  model: string | undefined,
): Pick<LintContext, 'policy' | 'provider'> {
  if (profile === undefined) return { policy: withModel({}, model) }
  if (typeof profile === 'string') {
    const known = profileCalled(profile)
    if (!known) throw unknownProfile(profile)
    return policyOf(known, model)
  }
  if (typeof profile !== 'object' || profile === null || Array.isArray(profile)) throw unknownProfile(profile)
  if (!('settings' in profile)) {
    const { provider: id } = profile
    const policy = withModel(profile, model)
    return id ? { policy, provider: { id, name: profileCalled(id)?.name ?? id } } : { policy }
  }
  const { id, name, settings } = profile
  const ofModel = ('models' in profile ? (profile.models ?? []) : []).filter(
    ({ match }) => model && match.test(model.slice(0, 200)),
  )
  const policy = [settings, ...ofModel.map((one) => one.settings)].reduce<RequestPolicy>(
    (base, { messages = {} }) => ({
      ...base,
      ...messages,
      reasoning: { ...base.reasoning, ...messages.reasoning },
    }),
    {},
  )
  return { policy: withModel({ provider: id, ...policy }, model), provider: { id, name } }
}

/** The profile of the kit with this id. */
export const profileCalled = (id: string | undefined): ProviderProfile | undefined =>
  providerProfiles.find((profile) => profile.id === id)

function withModel(policy: RequestPolicy, model: string | undefined): RequestPolicy {
  return model === undefined ? policy : { ...policy, model }
}

function unknownProfile(given: unknown): TypeError {
  const said =
    typeof given === 'string' ? `no provider profile "${given}"` : 'no provider profile in this value'
  return new TypeError(
    `There is ${said}. Pass one of ${providerProfiles.map(({ id }) => id).join(', ')}, a profile, or what resolveProvider gives.`,
  )
}
