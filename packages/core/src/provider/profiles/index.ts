import type { ProviderProfile } from '../types.js'
import { asianVendorProfiles } from './asian-vendors.js'
import { gatewayProfiles, genericProfile } from './gateways.js'
import { hostProfiles } from './hosts.js'
import { localProfiles } from './local.js'
import { vendorProfiles } from './vendors.js'

/** Every profile of the kit: hosted ones, then local servers, and last the one for all others. */
export const providerProfiles: readonly ProviderProfile[] = [
  ...vendorProfiles,
  ...asianVendorProfiles,
  ...hostProfiles,
  ...gatewayProfiles,
  ...localProfiles,
  genericProfile,
]
