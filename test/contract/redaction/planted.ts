import type { ContentPart, Message } from '@antiphon/core'

/** A secret planted in the corpus. All are made up, and put together here, so that no scanner takes one for real. */
export interface Planted {
  kind: string
  place: string
  value: string
}

interface Kind {
  name: string
  make(random: Random): string
  /** A line that typically contains the secret. Default: the value after a word. */
  say?(value: string): string
  /** The name of the field that has the secret as its value. Default: the secret is recognized everywhere. */
  field?: string
}

type Random = (below: number) => number

/** Mulberry32: the same corpus in each run. */
function seeded(seed: number): Random {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}

const ALNUM = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const pick = (random: Random, from: string, length: number): string =>
  Array.from({ length }, () => from[random(from.length)]!).join('')
/** Letters and digits with one digit at least, as real keys have. */
const alnum = (length: number) => (random: Random) => `${pick(random, ALNUM, length - 1)}${random(10)}`
const hex = (length: number) => (random: Random) =>
  `${pick(random, '0123456789abcdef', length - 2)}${random(10)}a`
const after =
  (beginning: string[], rest: (random: Random) => string) =>
  (random: Random): string =>
    beginning.join('') + rest(random)

const PEOPLE = ['jorinde', 'taavetti', 'quillan', 'marisol', 'bengt', 'oluwaseun', 'xanthe', 'radomir']
const person = (random: Random): string => `${PEOPLE[random(PEOPLE.length)]!}${pick(random, 'bcdfgk', 2)}`
const J = ['ey', 'J'].join('')
const BEARER = ['Bea', 'rer'].join('')
const BASIC = ['Ba', 'sic'].join('')
const ACCOUNT = ['Account', 'Key'].join('')
const edge = (word: string): string => ['-----', word, ' RSA PRIVATE ', 'KEY-----'].join('')
const b64 = (text: string): string => Buffer.from(text).toString('base64')

/** The 44 kinds of secrets that are planted. */
const kinds: readonly Kind[] = [
  { name: 'openai', make: after(['sk', '-proj-'], alnum(48)) },
  { name: 'anthropic', make: after(['sk', '-ant-', 'api03-'], alnum(80)) },
  { name: 'openrouter', make: after(['sk', '-or-v1-'], hex(64)) },
  { name: 'google', make: after(['AI', 'za'], alnum(35)) },
  { name: 'google-oauth', make: after(['GOC', 'SPX-'], alnum(28)) },
  { name: 'groq', make: after(['gs', 'k_'], alnum(52)) },
  { name: 'huggingface', make: after(['h', 'f_'], alnum(34)) },
  { name: 'replicate', make: after(['r', '8_'], alnum(37)) },
  {
    name: 'aws-id',
    make: after(['AK', 'IA'], (random) => `${pick(random, 'ABCDEFGHJKLMNPQRSTUVWXYZ234567', 15)}7`),
  },
  {
    name: 'aws-secret',
    make: alnum(40),
    say: (value) => `aws_secret_access_key = ${value}`,
    field: 'aws_secret_access_key',
  },
  { name: 'github', make: after(['gh', 'p_'], alnum(36)) },
  { name: 'github-fine', make: after(['github', '_pat_'], alnum(60)) },
  { name: 'gitlab', make: after(['gl', 'pat-'], alnum(20)) },
  {
    name: 'slack',
    make: after(['xo', 'xb-'], (random) => `${pick(random, '123456789', 11)}-${alnum(24)(random)}`),
  },
  { name: 'stripe', make: after(['sk', '_live_'], alnum(24)) },
  { name: 'sendgrid', make: (random) => ['S', 'G.', alnum(22)(random), '.', alnum(43)(random)].join('') },
  { name: 'npm', make: after(['np', 'm_'], alnum(36)) },
  { name: 'pypi', make: after(['py', 'pi-'], alnum(80)) },
  { name: 'docker', make: after(['dckr', '_pat_'], alnum(27)) },
  { name: 'digitalocean', make: after(['do', 'p_v1_'], hex(64)) },
  { name: 'databricks', make: after(['da', 'pi'], hex(32)) },
  { name: 'twilio', make: after(['S', 'K'], hex(32)) },
  {
    name: 'telegram',
    make: (random) => [pick(random, '123456789', 9), ':', 'A', alnum(34)(random)].join(''),
  },
  { name: 'vault', make: after(['hv', 's.'], alnum(40)) },
  { name: 'azure-storage', make: alnum(86), say: (value) => `AccountName=harbour;${ACCOUNT}=${value}` },
  {
    name: 'jwt',
    make: (random) => [J + alnum(30)(random), J + alnum(60)(random), alnum(43)(random)].join('.'),
  },
  {
    name: 'bearer',
    make: alnum(40),
    say: (value) => `curl -H 'Authorization: ${BEARER} ${value}' https://api.internal/v1`,
  },
  {
    name: 'basic',
    make: (random) => b64(`${person(random)}:${alnum(12)(random)}`).replace(/=+$/, ''),
    say: (value) => `Authorization: ${BASIC} ${value}`,
  },
  {
    name: 'private-key',
    make: (random) =>
      [edge('BEGIN'), ...Array.from({ length: 4 }, () => alnum(64)(random)), edge('END')].join('\n'),
  },
  {
    name: 'url-password',
    make: alnum(14),
    say: (value) => `DATABASE_URL=postgres://harbour:${value}@db.internal:5432/tides`,
  },
  {
    name: 'password',
    make: (random) => `Tide!${alnum(8)(random)}`,
    say: (value) => `DB_PASSWORD=${value}`,
    field: 'password',
  },
  {
    name: 'said-password',
    make: (random) => `Anker#${alnum(6)(random)}`,
    say: (value) => `My password is ${value} for now`,
    field: 'passwd',
  },
  { name: 'token-value', make: alnum(32), say: (value) => `"auth_token": "${value}"`, field: 'auth_token' },
  { name: 'api-key-header', make: alnum(32), say: (value) => `X-Api-Key: ${value}`, field: 'x-api-key' },
  {
    name: 'cookie',
    make: alnum(32),
    say: (value) => `Cookie: theme=dark; sid=${value}; lang=de`,
    field: 'Cookie',
  },
  {
    name: 'slack-webhook',
    make: (random) =>
      [
        'https://hooks.',
        'slack.com/services/',
        `T${alnum(8)(random)}/B${alnum(8)(random)}/${alnum(24)(random)}`,
      ].join(''),
  },
  {
    name: 'query',
    make: alnum(30),
    say: (value) => `GET https://maps.internal/v2/tiles?zoom=4&access_token=${value}&lang=en`,
  },
  {
    name: 'command',
    make: (random) => `Lotse${alnum(8)(random)}`,
    say: (value) => `harbourctl login --password ${value} --host dock`,
    field: 'passphrase',
  },
  {
    name: 'env',
    make: alnum(20),
    say: (value) => `NODE_ENV=production\nHARBOUR_MODE=fast\nTIDE_SEED_ID=${value}\nPORT=8080`,
    field: 'client_secret',
  },
  {
    name: 'home',
    make: (random) => `/home/${person(random)}`,
    say: (value) => `cat ${value}/tides/readme.md`,
  },
  {
    name: 'mac-home',
    make: (random) => `/Users/${person(random)}`,
    say: (value) => `open "${value}/Documents/tides.txt"`,
  },
  {
    name: 'windows-home',
    make: (random) => `C:\\Users\\${person(random)}`,
    say: (value) => `dir ${value}\\tides`,
  },
  {
    name: 'email',
    make: (random) => `${person(random)}.${person(random)}@${pick(random, 'bcdfghklmn', 6)}.org`,
  },
  {
    name: 'ip',
    make: (random) => [84, random(250) + 1, random(250) + 1, random(250) + 1].join('.'),
    say: (value) => `connect to ${value} port 22: refused`,
  },
  {
    name: 'ipv6',
    make: (random) =>
      ['2a02', hex(4)(random), hex(4)(random), '0', '0', hex(4)(random), hex(4)(random), '1'].join(':'),
  },
  { name: 'iban', make: iban, say: (value) => `IBAN ${value}` },
  {
    name: 'street',
    make: (random) =>
      `${random(90) + 1} ${['Lantern', 'Harbour', 'Cedar'][random(3)]!} Street, Port ${['Ellen', 'Anna'][random(2)]!}, ME 0${random(9)}1${random(9)}2`,
  },
  { name: 'user', make: person, say: (value) => `${value}@lighthouse:~$ ls`, field: 'username' },
]

function iban(random: Random): string {
  const account = pick(random, '0123456789', 18)
  let rest = 0
  for (const digit of `${account}131400`) rest = (rest * 10 + Number(digit)) % 97
  return `DE${String(98 - rest).padStart(2, '0')}${account}`
}

const say = (kind: Kind, value: string): string => kind.say?.(value) ?? `use ${value} there`
const fieldOf = (kind: Kind, value: string): Record<string, unknown> =>
  kind.field === undefined ? { note: say(kind, value) } : { [kind.field]: value }

interface Place {
  name: string
  put(kind: Kind, value: string, id: string): Message[]
}

const user = (content: string | ContentPart[]): Message[] => [{ role: 'user', content }]
const call = (id: string, args: string, result: string): Message[] => [
  {
    role: 'assistant',
    content: '',
    tool_calls: [{ id, type: 'function', function: { name: 'shell', arguments: args } }],
  },
  { role: 'tool', tool_call_id: id, content: result },
]

/** The places where secrets are planted: everywhere that text can be. */
export const places: readonly Place[] = [
  { name: 'question', put: (kind, value) => user(`Look:\n${say(kind, value)}\nWhat now?`) },
  {
    name: 'system prompt',
    put: (kind, value) => [{ role: 'system', content: `Context.\n${say(kind, value)}` }],
  },
  { name: 'part of a question', put: (kind, value) => user([{ type: 'text', text: say(kind, value) }]) },
  {
    name: 'answer',
    put: (kind, value) => [{ role: 'assistant', content: `\`\`\`\n${say(kind, value)}\n\`\`\`` }],
  },
  {
    name: 'reasoning',
    put: (kind, value) => [{ role: 'assistant', content: 'Done.', reasoning: `So ${say(kind, value)}` }],
  },
  {
    name: 'arguments',
    put: (kind, value, id) => call(id, JSON.stringify({ command: say(kind, value) }), 'ok'),
  },
  {
    name: 'field of arguments',
    put: (kind, value, id) => call(id, JSON.stringify({ deep: [fieldOf(kind, value)] }, null, 2), 'ok'),
  },
  {
    name: 'cut arguments',
    put: (kind, value, id) =>
      call(id, JSON.stringify({ command: say(kind, value), more: 'x' }).slice(0, -4), 'ok'),
  },
  {
    name: 'JSON in arguments',
    put: (kind, value, id) => call(id, JSON.stringify({ body: JSON.stringify(fieldOf(kind, value)) }), 'ok'),
  },
  { name: 'result', put: (kind, value, id) => call(id, '{}', `$ run\n${say(kind, value)}\n$`) },
  {
    name: 'JSON of a result',
    put: (kind, value, id) => call(id, '{}', JSON.stringify({ rows: [fieldOf(kind, value)] })),
  },
  {
    name: 'JSON lines of a result',
    put: (kind, value, id) => call(id, '{}', `{"n":1}\n${JSON.stringify(fieldOf(kind, value))}\nend`),
  },
  {
    name: 'details of a result',
    put: (kind, value, id) => {
      const [asked, answer] = call(id, '{}', 'ok')
      return [asked!, { ...answer!, details: { env: fieldOf(kind, value) } } as Message]
    },
  },
  {
    name: 'name of a file',
    put: (kind, value) =>
      user([
        {
          type: 'file',
          file: { filename: `${say(kind, value)} copy.txt`, file_data: 'data:text/plain;base64,SGk=' },
        },
      ]),
  },
  {
    name: 'text of a file',
    put: (kind, value) =>
      user([
        {
          type: 'file',
          file: {
            filename: 'a.txt',
            file_data: `data:text/plain;base64,${b64(`Line one\n${say(kind, value)}\n`)}`,
          },
        },
      ]),
  },
  {
    name: 'text of a PNG',
    put: (kind, value) =>
      user([{ type: 'image_url', image_url: { url: `data:image/png;base64,${png(say(kind, value))}` } }]),
  },
  {
    name: 'comment of a JPEG',
    put: (kind, value) =>
      user([{ type: 'image_url', image_url: { url: `data:image/jpeg;base64,${jpeg(say(kind, value))}` } }]),
  },
  {
    name: 'address',
    put: (kind, value) =>
      user([
        {
          type: 'image_url',
          image_url: { url: `https://go.internal/r?note=${encodeURIComponent(say(kind, value))}&n=1` },
        },
      ]),
  },
  {
    name: 'metadata',
    put: (kind, value) => [
      { role: 'assistant', content: 'Done.', metadata: { 'host.state': fieldOf(kind, value) } },
    ],
  },
  {
    name: 'name of a field',
    put: (kind, value) => [
      { role: 'assistant', content: 'Done.', metadata: { 'host.seen': { [say(kind, value)]: 1 } } },
    ],
  },
  {
    name: 'error',
    put: (kind, value) => [
      {
        role: 'assistant',
        content: '',
        isError: true,
        error: { kind: 'provider', message: `It said: ${say(kind, value)}` },
      },
    ],
  },
  {
    name: 'source',
    put: (kind, value) => [
      {
        role: 'assistant',
        content: 'See there.',
        annotations: [
          {
            type: 'url_citation',
            url_citation: {
              url: 'https://tides.internal',
              title: say(kind, value),
              start_index: 0,
              end_index: 3,
            },
          },
        ],
      },
    ],
  },
  {
    name: 'base64 in text',
    put: (kind, value, id) => call(id, '{}', `blob: ${b64(`cfg\n${say(kind, value)}\nend`)} .`),
  },
  {
    name: 'kept reasoning',
    put: (kind, value) => [
      {
        role: 'assistant',
        content: 'Done.',
        reasoning_details: [{ type: 'reasoning.text', text: say(kind, value) }],
      },
    ],
  },
]

function chunk(type: string, body: Buffer): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(body.length)
  return Buffer.concat([size, Buffer.from(type), body, Buffer.alloc(4)])
}

/** A PNG with no more than a text beside the picture; who shows it is not asked. */
function png(text: string): string {
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', Buffer.alloc(13)),
    chunk('tEXt', Buffer.from(`Comment\0${text}`)),
    chunk('IDAT', Buffer.alloc(40, 7)),
    chunk('IEND', Buffer.alloc(0)),
  ]).toString('base64')
}

function jpeg(text: string): string {
  const comment = Buffer.from(text)
  const size = Buffer.alloc(2)
  size.writeUInt16BE(comment.length + 2)
  return Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xfe]),
    size,
    comment,
    Buffer.from([0xff, 0xda, 0, 4, 1, 2]),
    Buffer.alloc(60, 9),
    Buffer.from([0xff, 0xd9]),
  ]).toString('base64')
}

/** A conversation with so many secrets, each kind in other places. */
export function plant(count: number, seed: number): { messages: Message[]; planted: Planted[] } {
  const random = seeded(seed)
  const messages: Message[] = []
  const planted: Planted[] = []
  for (let i = 0; i < count; i++) {
    const kind = kinds[i % kinds.length]!
    const place = places[(i + Math.floor(i / kinds.length) * 5) % places.length]!
    const value = kind.make(random)
    planted.push({ kind: kind.name, place: place.name, value })
    messages.push(...place.put(kind, value, `call_${i}`))
  }
  return { messages, planted }
}
