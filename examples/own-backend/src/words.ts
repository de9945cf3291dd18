import { german } from '@antiphon/ui/german'

const isGerman = navigator.language.startsWith('de')

/** The words of the kit, for `StringsProvider`. */
export const language = isGerman ? { strings: german, locale: 'de' } : { locale: 'en' }

const english = {
  signIn: 'Sign in',
  name: 'Name',
  password: 'Password',
  welcome: 'How can we help?',
  suggestions: ['Where is my order A-17?', 'I want my money back'],
  placeholder: 'Ask about your order',
}

export const words: typeof english = isGerman
  ? {
      signIn: 'Anmelden',
      name: 'Name',
      password: 'Passwort',
      welcome: 'Wie können wir helfen?',
      suggestions: ['Wo ist meine Bestellung A-17?', 'Ich möchte mein Geld zurück'],
      placeholder: 'Fragen Sie nach Ihrer Bestellung',
    }
  : english
