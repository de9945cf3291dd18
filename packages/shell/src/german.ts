/** The entry `@antiphon/shell/german`: `strings={{ shell: germanShell, conversation: germanConversation, tokens: germanTokens }}`. */
export { germanConversation } from './strings/german-conversation.js'
export { germanShell } from './strings/german-shell.js'
export { germanTokens } from './strings/german-tokens.js'
