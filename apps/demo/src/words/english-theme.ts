import { englishLook } from 'app-parts'

/** The panel that changes the looks of the kit. */
export const englishTheme = { ...englishLook, open: 'Theme…', title: 'Theme' }
