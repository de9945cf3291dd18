import { usePageSetting } from './use-page-setting.js'

export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

export const useDensity = (): [Density, (density: Density) => void] => usePageSetting('density', densities)
