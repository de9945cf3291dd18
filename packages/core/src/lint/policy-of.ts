import type { ProviderProfile, ResolvedProvider } from '../providers/provider-types.js'
import type { RequestPolicy } from '../providers/request-policy.js'
import type { LintContext } from './lint-types.js'
import { profilePolicies } from './profile-policies.js'

/** What to lint for: the id of a profile of the kit, a profile, one applied to an endpoint and model, or a bare policy. */
export type LintProfile = string | ProviderProfile | ResolvedProvider | RequestPolicy

/**
 * What the reader of a transcript asks of its messages.
 *
 * @throws TypeError when it is no profile, or a name that none has.
 */
export function policyOf(
  profile: LintProfile | undefined,
  model: string | undefined,
): Pick<LintContext, 'policy' | 'provider'> {
  if (profile === undefined) return { policy: withModel({}, model) }
  if (typeof profile === 'string') {
    if (!Object.hasOwn(profilePolicies, profile)) throw unknownProfile(profile)
    const { name, messages } = profilePolicies[profile]!
    return { policy: withModel({ provider: profile, ...messages }, model), provider: { id: profile, name } }
  }
  if (typeof profile !== 'object' || profile === null || Array.isArray(profile)) throw unknownProfile(profile)
  if (!('settings' in profile)) {
    const { provider: id } = profile
    const policy = withModel(profile, model)
    return id ? { policy, provider: { id, name: nameOf(id) } } : { policy }
  }
  const { id, name, settings } = profile
  const ofModel = ('models' in profile ? (profile.models ?? []) : []).filter(
    ({ match }) => model && match.test(model),
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

function nameOf(id: string): string {
  return (Object.hasOwn(profilePolicies, id) && profilePolicies[id]?.name) || id
}

function withModel(policy: RequestPolicy, model: string | undefined): RequestPolicy {
  return model === undefined ? policy : { ...policy, model }
}

function unknownProfile(given: unknown): TypeError {
  const said =
    typeof given === 'string' ? `no provider profile "${given}"` : 'no provider profile in this value'
  return new TypeError(
    `There is ${said}. Pass one of ${Object.keys(profilePolicies).join(', ')}, a profile, or what resolveProvider gives.`,
  )
}
