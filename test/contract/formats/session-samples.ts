import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { SessionFacts } from './session-facts.js'

export interface SampleRules {
  format: string
  /** Files of the folder that are not sessions, or are read as something else. */
  others?: RegExp
  /** Sessions that were opened and left before anybody wrote. */
  empty?: RegExp
  /** Further facts that count as prompts of a user. */
  alsoUsers?: readonly string[]
  /** All versions are counted, not only those that are shown. */
  all?: boolean
  /** The text of a sample, where it is more than one file. */
  textOf?: (file: string) => string | undefined
  /** The facts say nothing of what the samples say. */
  uncounted?: boolean
  /** Where the reading differs from the facts, and why it does. */
  differs?: Readonly<Record<string, { why: string; facts: Partial<SessionFacts> }>>
}

/** The first prompt and the last answer of a chat that is recorded under the names of two conventions. */
const WEATHER = {
  firstUser: 'c80a6b5cbcb65f69fd5bd979a8e85d1fc42c4a9899fc74eb7a901f1a4ff5757b',
  lastText: '4360e56b347cba70ac20df209d71d95b575b05644e61ebdda347e0800e2f953d',
}

/** Rules for reading the samples of each folder. */
export const sampleRules: Readonly<Record<string, SampleRules>> = {
  'claude-code': {
    format: 'claude-code',
    others: /\.meta\.json$/,
    alsoUsers: ['commands'],
    all: true,
    differs: {
      'claude-code/compact-2.0.76.jsonl': {
        why: 'The command line writes "No response requested." where nothing was asked; that is no answer.',
        facts: { texts: 9, textLength: 1835 },
      },
      'claude-code/edge_cases.jsonl': {
        why: 'Two prompts have the uuid of an earlier record (edge_010, edge_011) that holds no message, so they are no copies: the facts leave them out.',
        facts: { users: 5 },
      },
      'claude-code/families.jsonl': {
        why: 'One of the queued commands is a prompt of a person. Side chains are conversations of their own, after the main one.',
        facts: { users: 2, lastText: '1d402f55e5038ed0624485e008eb26846b422199a1256fb3b41b19eca2fd3abc' },
      },
    },
  },
  codex: {
    format: 'codex',
    empty: /legacy-0\.50\.jsonl$/,
    differs: {
      'codex/fixture-codex.jsonl': {
        why: 'The words after "## My request for Codex:" are the prompt.',
        facts: { firstUser: '7b28fc5e43370fb6cc36f7516e089f42b772f741a83346d76f348a53d68f3533' },
      },
      'codex/fixture-codex-patch.jsonl': {
        why: 'The words after "## My request for Codex:" are the prompt.',
        facts: { firstUser: '0c9ba823369362b30a1e118d48baa151fb119bb9569fdcc3821a72df21bd5f84' },
      },
      'codex/families.jsonl': {
        why: 'One result holds a picture beside its texts; the facts count no pictures of such results.',
        facts: { images: 1 },
      },
    },
  },
  'gemini-cli': {
    format: 'gemini-cli',
    differs: {
      'gemini-cli/large.json': {
        why: 'Two answers are records of type "model" with parts.',
        facts: {
          texts: 2,
          textLength: 28,
          lastText: '843ac01149cced785dfebd0028d3b03ba78e286e1c6f9517ebfcdb609d97af4c',
        },
      },
    },
  },
  'qwen-code': { format: 'qwen-code' },
  chatgpt: {
    format: 'chatgpt',
    differs: {
      'chatgpt/chatgpt-export.json': {
        why: 'Two messages of a tool follow one call: they are its result together, the facts count them apart.',
        facts: { results: 4 },
      },
      'chatgpt/native-conversation-v1.json': {
        why: 'Thoughts are in parts here. A picture of a prompt is a file of the archive, named by its id.',
        facts: { reasoning: 1, reasoningWithText: 1, images: 1 },
      },
    },
  },
  'claude-ai': {
    format: 'claude-ai',
    differs: {
      'claude-ai/schema-sample-00.json': {
        why: 'The blocks are of no known type, so the flat text of an answer counts.',
        facts: { texts: 1, textLength: 55 },
      },
    },
  },
  'copilot-cli': {
    format: 'copilot-cli',
    // Lines of a hook, which no session of Copilot CLI has.
    others: /truncated_resume/,
    differs: {
      'copilot-cli/small.jsonl': {
        why: "One answer and one thought are the agent's: they are in the result of the call that ran it. Two of the other three thoughts are opaque, which the facts do not count.",
        facts: { texts: 4, textLength: 64, reasoning: 3, reasoningWithText: 1 },
      },
    },
  },
  'vscode-chat': {
    format: 'vscode-chat',
    others: /visualstudio-traces/,
    differs: {
      'vscode-chat/chatSession-v3.json': {
        why: 'References inside of a sentence are part of it.',
        facts: {
          textLength: 4068,
          lastText: '20b5668da93cee87b581ce03feccf0ad9cc7e11cc32862a8e92fb731a505eef8',
        },
      },
    },
  },
  aider: {
    format: 'aider',
    differs: {
      'aider/.aider.chat.history.md': {
        why: 'Its lines end in two characters; in what is read they end in one.',
        facts: {
          textLength: 119819,
          firstUser: '05681fed13dc3d266b520085585c9b958da8de59920646821ebf2cce226ff849',
          lastText: 'ecc2da84887d3a52ae30ce72b18f1778f71cacfc9dfd8c18a0087e56cab3a7be',
        },
      },
    },
  },
  'open-webui': { format: 'open-webui' },
  librechat: { format: 'librechat', all: true },
  lobechat: {
    format: 'lobechat',
    differs: {
      'lobechat/messages.json': {
        why: 'Three points stand where nothing had come. Messages are put together by topic, so another one is the last.',
        facts: {
          texts: 9,
          textLength: 3967,
          lastText: '8bea4c31073ae69687c27ea05d5a2212d2c0593d76ff855ef4a64608415765af',
        },
      },
    },
  },
  'chatbot-ui': { format: 'chatbot-ui' },
  'antiphon-capture': { format: 'antiphon-capture' },
  finetune: {
    format: 'training',
    differs: {
      'finetune/dpo_en_demo.json': {
        why: 'The chosen answers are answers.',
        facts: {
          texts: 31,
          textLength: 42441,
          lastText: '9e3e5e142573ae2266d243580b20145f33201664106215e9acd78f057b081ba7',
        },
      },
      'finetune/mllm_demo.json': {
        why: 'The mark of a picture is the picture.',
        facts: { firstUser: '1f3995048f1cbd2a3ffca7a2f2abc762068afdb3df9cfee1b742dcc365d1c3c6' },
      },
    },
  },
  'gemini-api': { format: 'gemini-api', others: /chat_codegen/ },
  bedrock: { format: 'bedrock' },
  'tau-bench': { format: 'tau-bench', others: /few_shot/ },
  'swe-agent': {
    format: 'swe-agent',
    differs: {
      'swe-agent/eps.traj': {
        why: 'What the environment answered is no prompt of a person.',
        facts: { users: 1 },
      },
    },
  },
  openhands: {
    format: 'openhands',
    differs: {
      'openhands/resolver-output.jsonl': {
        why: 'The history of a line has actions and observations without a source; the instruction is the prompt.',
        facts: {
          users: 2,
          texts: 28,
          textLength: 7505,
          calls: 22,
          results: 21,
          names: { finish: 1, run: 1, run_ipython: 20 },
          lastText: '6c4cfa2970034c7b4364f729f63311707d6cfe2977d1018fbc26370e69c7529f',
        },
      },
    },
  },
  cline: { format: 'cline', others: /sdk-session\.json/ },
  goose: { format: 'goose' },
  pi: { format: 'pi' },
  openclaw: { format: 'pi' },
  // A store of its own and a test's own document are not read.
  cursor: {
    format: 'cursor',
    others: /\.(?:db|json)$/,
    differs: Object.fromEntries(
      [
        ['cursor/fixture-cursor.jsonl', '663dc75706acb7e3df2b19066a7771e4a3d4a2e89669f2d0c0ac5c618b06cc78'],
        ['cursor/test-session.jsonl', '824f80b644d30f0f6e32c08631d583d3502eea534826995edee1389ef690e4df'],
      ].map(([file, firstUser]) => [
        file!,
        { why: 'The words in the tag <user_query> are the prompt.', facts: { firstUser: firstUser! } },
      ]),
    ),
  },
  // The facts look for JSON, and count none.
  specstory: { format: 'specstory', uncounted: true },
  droid: {
    format: 'droid',
    differs: {
      'droid/stream_json_large.jsonl': {
        why: 'The final text stands in no message of the stream, so it is the last answer.',
        facts: {
          texts: 2,
          textLength: 28,
          lastText: '358e2b72c66f0ad3c7181fb5c220420f4c0b40b28b7cee10e94a0540dbe23485',
        },
      },
    },
  },
  'grok-web': { format: 'grok-web' },
  kiro: { format: 'kiro' },
  antigravity: { format: 'antigravity' },
  // Every word of the trajectory is replaced, who said it among them; the facts count its steps.
  hermes: { format: 'atif', others: /large\.json$/, uncounted: true },
  'grok-cli': { format: 'grok-cli', others: /summary\.json$/ },
  kimi: { format: 'kimi', others: /state-with-subagents/ },
  iflow: { format: 'claude-code' },
  'otel-genai': {
    format: 'otel-genai',
    differs: {
      'otel-genai/otel_genai_tool_execution_span.json': {
        why: 'The run of a tool is a call with its result.',
        facts: { calls: 1, names: { get_weather: 1 }, results: 1 },
      },
      'otel-genai/openinference_client_span_tool_calls.json': {
        why: 'The facts do not count attributes of OpenInference.',
        facts: {
          users: 1,
          texts: 2,
          textLength: 112,
          calls: 1,
          names: { get_weather: 1 },
          results: 1,
          ...WEATHER,
        },
      },
    },
  },
  langfuse: { format: 'langfuse', uncounted: true },
  langsmith: { format: 'langsmith' },
  inspect: { format: 'inspect' },
  opencode: {
    format: 'opencode',
    textOf: storeOf,
    differs: {
      'opencode/storage_legacy/session/proj_test/ses_s_stage0_drift.json': {
        why: 'A call with the status "success" and an output has a result.',
        facts: { results: 1 },
      },
    },
  },
}

/** The files of a session of OpenCode side by side: the session, its messages, their parts. */
function storeOf(file: string): string | undefined {
  if (!file.includes('/session/')) return undefined
  const root = dirname(dirname(dirname(file)))
  const session = readFileSync(file, 'utf8')
  const { id } = JSON.parse(session) as { id: string }
  const messages = filesIn(join(root, 'message', id))
  const ids = new Set(messages.map((text) => (JSON.parse(text) as { id: string }).id))
  const parts = filesIn(join(root, 'part')).filter((text) =>
    ids.has((JSON.parse(text) as { messageID: string }).messageID),
  )
  return [session, ...messages, ...parts].join('\n')
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
