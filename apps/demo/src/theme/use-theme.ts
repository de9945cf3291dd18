import { usePageSetting } from './use-page-setting.js'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export const useTheme = (): [Theme, (theme: Theme) => void] => usePageSetting('theme', themes)
