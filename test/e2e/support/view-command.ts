import { spawn } from 'node:child_process'
import { appendFile, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

const root = resolve(import.meta.dirname, '../../..')
const bin = join(root, 'packages/cli/bin/antiphon.mjs')
const fixtures = join(root, 'test/fixtures/sessions')

/** Where five agents keep a session below the home folder, and a fixture for each. */
export const agents: Readonly<Record<string, [file: string, fixture: string]>> = {
  'Claude Code': ['.claude/projects/-harbour/s-1.jsonl', 'claude-code/tide.jsonl'],
  Codex: ['.codex/sessions/2026/03/01/rollout-1.jsonl', 'codex/rollout.jsonl'],
  'Gemini CLI': ['.gemini/tmp/a1b2/chats/session-1.json', 'gemini-cli/session.json'],
  Goose: ['.local/share/goose/sessions/20260301.jsonl', 'goose/session.jsonl'],
  pi: ['.pi/agent/sessions/--harbour--/1.jsonl', 'pi/session.jsonl'],
}

export interface RunningView {
  /** With its token. */
  url: string
  home: string
  /** Output on standard error so far. */
  complaints(): string
  /** Writes at the end of a file below the home folder, as an agent does. */
  append(name: string, text: string): Promise<void>
  /** Ends it as Ctrl+C does, and gives its exit code. */
  stop(): Promise<number | null>
}

/**
 * Starts `antiphon view`, with a file or folder below its home folder or without one. The home folder is made for it, with the
 * sessions of all `agents` and further files by their names.
 */
export async function startViewCommand(
  name?: string,
  files: Readonly<Record<string, string>> = {},
): Promise<RunningView> {
  const home = await mkdtemp(join(tmpdir(), 'antiphon-home-'))
  for (const [file, fixture] of Object.values(agents)) {
    await mkdir(dirname(join(home, file)), { recursive: true })
    await cp(join(fixtures, fixture), join(home, file))
  }
  for (const [file, text] of Object.entries(files)) await writeFile(join(home, file), text)
  const { PATH } = process.env
  const child = spawn(process.execPath, [bin, 'view', '--no-open', ...(name === undefined ? [] : [name])], {
    // Nothing of this machine's own environment, which may say where its agents keep sessions.
    env: { PATH, HOME: home, USERPROFILE: home },
    cwd: home,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text))
  const ended = new Promise<number | null>((done) => child.once('exit', done))
  let url = ''
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('http://')) url = line
    if (line.includes('Ctrl+C')) break
  }
  if (!url) throw new Error(`antiphon view ended before it said where it listens. ${complaints}`)
  child.stdout.resume()
  return {
    url,
    home,
    complaints: () => complaints,
    append: (name, text) => appendFile(join(home, name), text),
    async stop() {
      child.kill('SIGINT')
      const code = await ended
      await rm(home, { recursive: true, force: true })
      return code
    },
  }
}
