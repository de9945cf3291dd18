/** Two answers beside each other. */
export const englishCompare = {
  answers: 'Two answers',
  conversationWith: (model: string) => `Conversation with ${model}`,
  tokens: (shown: string) => `${shown} out`,
  seconds: (shown: string) => `${shown} s`,
  better: ' (better)',
  answering: 'Answering',
  stop: 'Stop',
  stopModel: (name: string) => `Stop ${name}`,
  keep: 'Keep this one',
  keepModel: (name: string) => `Keep this one: ${name}`,
}
