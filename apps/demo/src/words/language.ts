/** The languages that this app speaks. */
export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

/** `auto`: that of the browser. */
export const languageChoices = ['auto', ...languages] as const
export type LanguageChoice = (typeof languageChoices)[number]

const NAME = 'antiphon-demo.language'

/** The first of the wanted tags (BCP 47) that this app speaks; else English. */
export function languageOf(choice: string | null, wanted: readonly string[]): Language {
  const known = (tag: string): Language | undefined =>
    languages.find((language) => language === tag.toLowerCase().split('-', 1)[0])
  if (choice !== null && choice !== 'auto') return known(choice) ?? 'en'
  for (const tag of wanted) {
    const language = known(tag)
    if (language) return language
  }
  return 'en'
}

export function loadLanguageChoice(): LanguageChoice {
  try {
    const stored = localStorage.getItem(NAME)
    return languageChoices.find((choice) => choice === stored) ?? 'auto'
  } catch {
    return 'auto'
  }
}

/** Keeps the choice and loads the page anew: its words are read once. */
export function chooseLanguage(choice: LanguageChoice): void {
  try {
    localStorage.setItem(NAME, choice)
  } catch {
    // Nothing is kept here: the page would come back as it is.
    return
  }
  location.reload()
}

/** What the page speaks until it is loaded again. Outside of a browser: English. */
export const language: Language =
  typeof document === 'undefined' ? 'en' : languageOf(loadLanguageChoice(), navigator.languages)
