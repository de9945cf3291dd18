import { germanThreads } from '@antiphon/threads/german'
import { german } from '@antiphon/ui/german'

const isGerman = navigator.language.startsWith('de')

/** The words of the kit, for `StringsProvider`. */
export const language = isGerman
  ? { strings: { ...german, threads: germanThreads }, locale: 'de' }
  : { locale: 'en' }

const english = {
  title: 'Support',
  signIn: 'Sign in',
  signOut: 'Sign out',
  name: 'Name',
  password: 'Password',
  conversations: 'Conversations',
  theme: 'Colours',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  welcome: 'How can we help?',
  suggestions: ['Where is my order A-17?', 'I want my money back'],
  placeholder: 'Ask about your order',
  tryAgain: 'Try again',
  orderNumber: 'Order number',
  problems: {
    refused: 'This is not stored yet. Please sign in again.',
    network: 'The server was not reached. This is not stored yet.',
  },
}

export const words: typeof english = isGerman
  ? {
      title: 'Kundenservice',
      signIn: 'Anmelden',
      signOut: 'Abmelden',
      name: 'Name',
      password: 'Passwort',
      conversations: 'Gespräche',
      theme: 'Farben',
      themes: { system: 'System', light: 'Hell', dark: 'Dunkel' },
      welcome: 'Wie können wir helfen?',
      suggestions: ['Wo ist meine Bestellung A-17?', 'Ich möchte mein Geld zurück'],
      placeholder: 'Fragen Sie nach Ihrer Bestellung',
      tryAgain: 'Erneut versuchen',
      orderNumber: 'Bestellnummer',
      problems: {
        refused: 'Das ist noch nicht gespeichert. Bitte melden Sie sich neu an.',
        network: 'Der Server war nicht erreichbar. Das ist noch nicht gespeichert.',
      },
    }
  : english
