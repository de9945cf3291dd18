/** The part of the settings about the server's API and profile. */
export const englishProfile = {
  api: 'API',
  apiHint: 'The API of the server. Choose it for an address that does not tell, such as that of a proxy.',
  apis: {
    chat: 'Chat completions',
    responses: 'OpenAI Responses',
    messages: 'Anthropic Messages',
    gemini: 'Gemini',
    ollama: 'Ollama',
  },
  automatic: (name: string) => `Automatic: ${name}`,
  profile: 'Provider profile',
  profileHint: 'How requests are written and answers are read for this server.',
  learned: 'Learned from this server',
  forget: 'Forget',
  serverSaid: (words: string) => `The server said: ${words}`,
  changes: 'Changes to the profile',
  changesHint: 'JSON with the fields that differ, such as {"body": {"includeUsage": false}}.',
}
