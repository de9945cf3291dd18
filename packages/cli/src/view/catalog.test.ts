import { readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createCatalog, type ListedSession } from './catalog.js'
import { openIndex } from './index-file.js'
import { cacheFolder, sessionPlaces, unreadStores, type Machine, type StoreNote } from './places.js'
import { searchSessions } from './search.js'
import { newFolder, type Folder } from './testing/view-test-kit.js'
import { zipOf } from '../../../../test/support/zip.js'

let home: Folder
beforeEach(async () => {
  home = await newFolder()
})
afterEach(() => home.remove())

const machine = (platform: NodeJS.Platform = 'linux', env = {}): Machine => ({
  home: home.path,
  platform,
  env,
})

async function list(of = machine()): Promise<{ sessions: ListedSession[]; notes: StoreNote[] }> {
  const index = await openIndex(join(cacheFolder(of), 'sessions.json'))
  const catalog = createCatalog({ source: sessionPlaces(of), index, stores: unreadStores(of) })
  const sessions: ListedSession[] = []
  let notes: StoreNote[] = []
  for await (const event of catalog.list(new AbortController().signal)) {
    if (event.type === 'sessions') sessions.push(...event.sessions)
    if (event.type === 'total') notes = event.notes
  }
  return { sessions, notes }
}

/** Where five agents and more keep a session, below the home folder. */
const places: [agent: string, file: string, fixture: string][] = [
  ['Claude Code', '.claude/projects/-harbour/s-1.jsonl', 'claude-code/tide.jsonl'],
  ['Codex', '.codex/sessions/2026/03/01/rollout-1.jsonl', 'codex/rollout.jsonl'],
  ['Gemini CLI', '.gemini/tmp/a1b2/chats/session-1.json', 'gemini-cli/session.json'],
  ['Goose', '.local/share/goose/sessions/20260301.jsonl', 'goose/session.jsonl'],
  ['pi', '.pi/agent/sessions/--harbour--/1.jsonl', 'pi/session.jsonl'],
  ['Copilot CLI', '.copilot/session-state/s-1/events.jsonl', 'copilot-cli/events.jsonl'],
  [
    'Cline',
    '.config/Code/User/globalStorage/saoudrizwan.claude-dev/tasks/1/ui_messages.json',
    'cline/ui_messages.json',
  ],
  ['VS Code chat', '.config/Code/User/workspaceStorage/ab/chatSessions/1.json', 'vscode-chat/session.json'],
]

describe('the sessions of a machine', () => {
  test('are found where each agent keeps them, newest first, with what a list says of each', async () => {
    for (const [i, [, name, fixture]] of places.entries()) {
      const file = await home.put(name, fixture)
      await utimes(file, 1_772_352_000 + i, 1_772_352_000 + i)
    }
    // Bookkeeping beside sessions, and the other form of the same task.
    await home.write('.claude/projects/-harbour/sessions-index.json', '{}')
    await home.put(
      '.config/Code/User/globalStorage/saoudrizwan.claude-dev/tasks/1/api_conversation_history.json',
      'cline/api_conversation_history.json',
    )
    const { sessions } = await list()
    expect(sessions.map(({ agent }) => agent)).toEqual(places.map(([agent]) => agent).toReversed())
    expect(sessions.filter(({ facts }) => !facts)).toEqual([])
    expect(sessions.find(({ agent }) => agent === 'Claude Code')).toMatchObject({
      format: 'claude-code',
      name: '-harbour/s-1.jsonl',
      facts: {
        model: 'harbour-1',
        project: '/harbour',
        prompts: expect.any(Number),
        calls: expect.any(Number),
      },
    })
  })

  test('lie elsewhere on other systems, and where the environment says so', async () => {
    const roots = (platform: NodeJS.Platform, env = {}) =>
      sessionPlaces({ home: platform === 'win32' ? String.raw`C:\Users\a` : '/Users/a', platform, env }).map(
        ({ root }) => root,
      )
    expect(roots('darwin')).toContain('/Users/a/Library/Application Support/Code/User/workspaceStorage')
    expect(roots('win32')).toContain(String.raw`C:\Users\a\AppData\Roaming\Code\User\workspaceStorage`)
    expect(roots('linux', { CLAUDE_CONFIG_DIR: '/c', CODEX_HOME: '/x' })).toEqual(
      expect.arrayContaining(['/c/projects', '/x/sessions']),
    )
    expect(cacheFolder({ home: '/Users/a', platform: 'darwin', env: {} })).toBe(
      '/Users/a/Library/Caches/antiphon',
    )
    expect(cacheFolder({ home: '/h', platform: 'linux', env: { XDG_CACHE_HOME: '/k' } })).toBe('/k/antiphon')
  })

  test('in a database are named with the command that exports them', async () => {
    expect((await list()).notes).toEqual([])
    await home.write('.local/share/goose/sessions/sessions.db', '')
    expect((await list()).notes).toEqual([{ agent: 'Goose', command: 'goose session export --format json' }])
  })

  test('that hold nothing to read are listed with why', async () => {
    await home.write('.claude/projects/-harbour/broken.jsonl', 'not a session\n')
    expect((await list()).sessions).toMatchObject([
      { name: '-harbour/broken.jsonl', problem: expect.stringMatching(/\w+/) },
    ])
  })
})

test('the log of an evaluation, which is an archive, is listed and searched as its samples', async () => {
  const sample = {
    id: 1,
    epoch: 1,
    input: 'Which knot holds a shortened rope?',
    target: 'sheepshank',
    messages: [{ role: 'user', content: 'Which knot holds a shortened rope?' }],
    output: { model: 'rope-1', choices: [] },
  }
  const bytes = zipOf([
    { name: 'samples/1_epoch_1.json', bytes: JSON.stringify(sample) },
    {
      name: 'header.json',
      bytes: JSON.stringify({ version: 2, status: 'success', eval: { task: 'knots' } }),
    },
  ])
  await home.write('logs/knots.eval', bytes)
  const index = await openIndex(join(home.path, 'index.json'))
  const catalog = createCatalog({ source: [{ root: join(home.path, 'logs') }], index })
  const listed: ListedSession[] = []
  for await (const event of catalog.list(new AbortController().signal))
    if (event.type === 'sessions') listed.push(...event.sessions)
  expect(listed).toMatchObject([{ format: 'inspect', facts: { prompts: 1, title: 'knots, sample 1' } }])
  const hits = searchSessions(await catalog.all(), 'shortened', new AbortController().signal)
  expect((await hits.next()).value).toMatchObject({
    excerpts: [{ before: 'Which knot holds a ', match: 'shortened', after: ' rope?' }],
  })
})

describe('the index', () => {
  const cached = () => join(home.path, '.cache/antiphon/sessions.json')
  const name = '.claude/projects/-harbour/s-1.jsonl'
  const titles = async () => (await list()).sessions.map(({ facts }) => facts?.title)

  test('saves the second reading, until the file changes', async () => {
    const file = await home.put(name, 'claude-code/tide.jsonl')
    const [title] = await titles()
    // Marked, so that it shows whether a line comes from here.
    await writeFile(
      cached(),
      (await readFile(cached(), 'utf8')).replaceAll(JSON.stringify(title), '"From the index"'),
    )
    expect(await titles()).toEqual(['From the index'])
    await writeFile(file, `${await readFile(file, 'utf8')}\n`)
    expect(await titles()).toEqual([title])
  })

  test('is for its user alone, and a broken one is made anew', async () => {
    await home.put(name, 'claude-code/tide.jsonl')
    await titles()
    if (process.platform !== 'win32') expect((await stat(cached())).mode & 0o077).toBe(0)
    for (const text of ['', '{', '[]', 'null', '{"version":1}', '{"version":1,"entries":{"a":null}}']) {
      await writeFile(cached(), text)
      expect(await titles()).toHaveLength(1)
    }
  })
})
