import { createChatServer, openDatabase, type ChatServer } from '@antiphon/server'

async function open(): Promise<ChatServer> {
  const database = await openDatabase({ sqlite: { file: process.env.CHAT_FILE ?? 'chat.db' } })
  await database.migrate()
  return createChatServer({
    database,
    basePath: '/api',
    // Your login goes here. Until then everybody is the same user.
    authorize: () => ({ id: 'me' }),
    upstreams: [
      {
        endpoint: {
          baseUrl: process.env.LLM_URL ?? 'http://localhost:11434/v1',
          ...(process.env.LLM_KEY && { apiKey: process.env.LLM_KEY }),
        },
        models: ['qwen3'],
      },
    ],
  })
}

// One for the process, also when Next.js loads this file again after a change.
const kept = globalThis as { chatServer?: Promise<ChatServer> }

const handle = async (request: Request): Promise<Response> =>
  (await (kept.chatServer ??= open())).fetch(request)

export { handle as DELETE, handle as GET, handle as HEAD, handle as PATCH, handle as POST }
