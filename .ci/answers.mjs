// `node .ci/answers.mjs TASK`: starts `npm start` or `npm run serve` as a newcomer does, before anything is built, and ends well
// once its pages and its scripted endpoint answer.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const MAX_MS = 240_000

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  return String(port)
}

const port = await freePort()
const args = [join(root, 'scripts/run.cjs'), process.argv[2], '--host', '127.0.0.1', '--port', port]
const child = spawn(process.execPath, args, { cwd: root, detached: true, stdio: 'inherit' })
const end = (code, words) => {
  process.stdout.write(`${words}\n`)
  try {
    if (child.pid !== undefined) process.kill(-child.pid)
  } catch {
    // It has ended.
  }
  process.exit(code)
}
child.on('exit', (code) => end(1, `It ended with ${code} before it answered.`))
setTimeout(() => end(1, `Nothing answered in ${MAX_MS / 1000} s.`), MAX_MS)

const address = `http://127.0.0.1:${port}`
const ask = async () => {
  const { data } = await (await fetch(`${address}/v1/models`)).json()
  const question = { model: data[0].id, stream: true, messages: [{ role: 'user', content: 'Hello' }] }
  const headers = { 'content-type': 'application/json' }
  return fetch(`${address}/v1/chat/completions`, { method: 'POST', headers, body: JSON.stringify(question) })
}
for (;;) {
  try {
    const page = await fetch(address)
    const sessions = await fetch(`${address}/sessions/index.html`)
    const isThere = (await sessions.text()).includes('<title>Sessions')
    const answer = await ask()
    const text = await answer.text()
    if (page.ok && isThere && answer.ok && text.includes('[DONE]')) end(0, `${address} answers.`)
    end(
      1,
      `The page says ${page.status}, that of sessions ${sessions.status}, the endpoint ${answer.status}: ${text.slice(0, 500)}`,
    )
  } catch {
    // Nobody listens yet.
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}
