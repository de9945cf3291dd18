/** Records of services and tools that share words with sessions: an `input`, `messages`, a `role`, a `type` of "message". */
const json = (value: unknown): string => JSON.stringify(value, null, 2)
const lines = (...values: unknown[]): string => `${values.map((value) => JSON.stringify(value)).join('\n')}\n`
const at = '2026-03-01T08:00:00Z'

/** Webhooks and exports of services that people talk in. */
const talk: Record<string, string> = {
  'a message of Slack by webhook': json({
    token: 'x',
    team_id: 'T1',
    event: { type: 'message', user: 'U1', text: 'Low water?', ts: '1.2', channel: 'C1' },
    type: 'event_callback',
    event_id: 'E1',
  }),
  'a thread of Slack': json({
    ok: true,
    messages: [
      { type: 'message', user: 'U1', text: 'Low water?', ts: '1.2', thread_ts: '1.2', reply_count: 1 },
      { type: 'message', user: 'U2', text: '06:12', ts: '1.3', parent_user_id: 'U1' },
    ],
    has_more: false,
  }),
  'blocks of Slack': json({
    blocks: [
      { type: 'section', text: { type: 'mrkdwn', text: 'Low water?' } },
      { type: 'actions', elements: [{ type: 'button', text: { type: 'plain_text', text: 'Go' } }] },
    ],
  }),
  'messages of Teams': json({
    '@odata.context': 'x',
    value: [
      {
        id: '1',
        messageType: 'message',
        createdDateTime: at,
        from: { user: { displayName: 'Ingrid' } },
        body: { contentType: 'html', content: '<p>Ahoy</p>' },
      },
    ],
  }),
  'a message of Gmail': json({
    id: '1',
    threadId: '2',
    labelIds: ['INBOX'],
    snippet: 'Ahoy',
    payload: {
      mimeType: 'text/plain',
      headers: [{ name: 'From', value: 'a@b.c' }],
      body: { size: 4, data: 'QWhveQ==' },
      parts: [],
    },
  }),
  'a thread of Gmail': json({
    id: 't',
    messages: [
      { id: '1', threadId: 't', payload: { parts: [{ mimeType: 'text/plain', body: { data: 'QQ==' } }] } },
    ],
  }),
  'messages of Twilio': json({
    messages: [{ sid: 'SM1', body: 'Ahoy', from: '+1', to: '+2', status: 'delivered', direction: 'inbound' }],
    page: 0,
  }),
  'updates of Telegram': json({
    ok: true,
    result: [
      {
        update_id: 1,
        message: {
          message_id: 1,
          from: { id: 1, is_bot: false },
          chat: { id: 1, type: 'private' },
          date: 1,
          text: 'Ahoy',
        },
      },
    ],
  }),
  'a chat of Zendesk': json({
    ticket: {
      id: 1,
      subject: 'Tide',
      comments: [{ id: 1, type: 'Comment', author_id: 2, body: 'Ahoy', public: true }],
    },
  }),
  'a conversation of Intercom': json({
    type: 'conversation',
    id: '1',
    source: { type: 'conversation', author: { type: 'user', id: '1' }, body: 'Ahoy' },
    conversation_parts: {
      type: 'conversation_part.list',
      conversation_parts: [
        { type: 'conversation_part', part_type: 'comment', body: 'Aye', author: { type: 'admin' } },
      ],
    },
  }),
  'conversations of HubSpot': json({
    results: [
      { id: '1', type: 'MESSAGE', text: 'Ahoy', direction: 'INCOMING', senders: [{ actorId: 'V-1' }] },
    ],
  }),
  'comments of Jira': json({
    issues: [
      {
        key: 'T-1',
        fields: {
          summary: 'Tide',
          comment: { comments: [{ author: { displayName: 'Bo' }, body: 'Ahoy', created: at }] },
        },
      },
    ],
  }),
  'a document of Jira': json({
    version: 1,
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Ahoy' }] }],
  }),
  'comments of Linear': json({
    data: {
      issue: { title: 'Tide', comments: { nodes: [{ id: '1', body: 'Ahoy', user: { name: 'Bo' } }] } },
    },
  }),
  'a page of Notion': json({
    object: 'list',
    results: [
      {
        object: 'block',
        type: 'paragraph',
        paragraph: { rich_text: [{ type: 'text', text: { content: 'Ahoy' } }] },
      },
    ],
  }),
  'a review of GitHub': json([
    {
      id: 1,
      body: 'Ahoy',
      user: { login: 'bo', type: 'User' },
      path: 'a.ts',
      created_at: at,
      author_association: 'MEMBER',
    },
  ]),
  'an issue event of GitHub': json({
    action: 'created',
    issue: { number: 1, title: 'Tide', user: { login: 'bo', type: 'User' } },
    comment: { id: 1, body: 'Ahoy' },
    sender: { login: 'bo', type: 'User' },
  }),
  'notes of GitLab': json({
    object_kind: 'note',
    user: { name: 'Bo' },
    object_attributes: { note: 'Ahoy', noteable_type: 'Issue', type: null },
  }),
  'a channel of Mattermost': lines(
    { type: 'version', version: 1 },
    { type: 'post', post: { team: 't', channel: 'c', user: 'bo', message: 'Ahoy', create_at: 1 } },
  ),
  'a log of IRC': '[08:00] <ingrid> when is low water?\n[08:01] <bo> 06:12\n[08:02] * bo waves\n',
  'a log of WeeChat': '2026-03-01 08:00:00\tingrid\tAhoy\n2026-03-01 08:00:01\tbo\tAye\n',
  mbox: 'From a@b.c Sun Mar  1 08:00:00 2026\nFrom: a@b.c\nSubject: Tide\n\nAhoy\n> user: Ahoy\n',
  vCard: 'BEGIN:VCARD\nVERSION:4.0\nFN:Ingrid\nROLE:user\nEND:VCARD\n',
  iCalendar:
    'BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nSUMMARY:Low water\nDTSTART:20260301T061200Z\nEND:VEVENT\nEND:VCALENDAR\n',
  'an invitation as JSON': json({
    kind: 'calendar#events',
    summary: 'Tides',
    items: [{ kind: 'calendar#event', summary: 'Low water', start: { dateTime: at } }],
  }),
  'a list of users of one role': json([
    { id: 1, role: 'user', name: 'Ingrid' },
    { id: 2, role: 'user', name: 'Bo' },
  ]),
  'a form with messages': json({
    formId: 'f',
    submittedAt: at,
    fields: [
      { name: 'role', value: 'user' },
      { name: 'message', value: 'Ahoy' },
    ],
    messages: [{ level: 'info', text: 'Thank you' }],
  }),
  'answers of a form': json({
    responses: [
      { responseId: 'r', createTime: at, answers: { q1: { textAnswers: { answers: [{ value: 'Ahoy' }] } } } },
    ],
  }),
  'errors of a form': json({
    messages: [{ field: 'name', type: 'required', message: 'Say a name.' }],
    success: false,
  }),
  'replies of a survey': lines(
    { id: 1, question: 'Low water?', answer: '06:12', score: 4 },
    { id: 2, question: 'High?', answer: 'noon', score: 5 },
  ),
  'cards of a deck': json([{ front: 'Low water?', back: '06:12', deck: 'tides' }]),
  'a script of a play': json({
    title: 'Tide',
    scenes: [
      {
        lines: [
          { speaker: 'Ingrid', text: 'Ahoy' },
          { speaker: 'Bo', text: 'Aye' },
        ],
      },
    ],
  }),
  'a dialog of a game': json({
    nodes: [{ id: 'n1', speaker: 'Bo', text: 'Ahoy', choices: [{ text: 'Aye', next: 'n2' }] }],
    start: 'n1',
  }),
  'intents of Dialogflow': json({
    name: 'tide',
    auto: true,
    responses: [{ messages: [{ type: '0', speech: ['06:12'] }], parameters: [] }],
    userSays: [{ data: [{ text: 'low water' }] }],
  }),
  'stories of Rasa':
    'version: "3.1"\nstories:\n- story: tide\n  steps:\n  - intent: ask_tide\n  - action: utter_tide\n',
}

/** Events and logs of services. */
const events: Record<string, string> = {
  'an event of Sentry': json({
    event_id: 'e',
    level: 'error',
    platform: 'node',
    message: 'Ahoy',
    exception: { values: [{ type: 'Error', value: 'x', stacktrace: { frames: [] } }] },
    breadcrumbs: [{ type: 'http', category: 'fetch', message: 'x' }],
    user: { id: '1' },
  }),
  'an envelope of Sentry':
    '{"event_id":"e","sent_at":"2026-03-01T08:00:00Z"}\n{"type":"event","length":2}\n{}\n',
  'logs of Datadog': lines({
    timestamp: at,
    status: 'info',
    service: 'web',
    message: 'Ahoy',
    attributes: { role: 'user' },
  }),
  'a search of Datadog': json({
    data: [{ id: '1', type: 'log', attributes: { message: 'Ahoy', status: 'info' } }],
    meta: {},
  }),
  'logs of Loki': json({
    status: 'success',
    data: { resultType: 'streams', result: [{ stream: { app: 'web' }, values: [['1', 'user: Ahoy']] }] },
  }),
  'a query of Prometheus': json({
    status: 'success',
    data: { resultType: 'vector', result: [{ metric: { __name__: 'up', role: 'user' }, value: [1, '1'] }] },
  }),
  'metrics of Prometheus': '# HELP up Is it up.\n# TYPE up gauge\nup{role="user"} 1\n',
  'logs of Cloud Logging': json([
    {
      insertId: 'i',
      severity: 'INFO',
      textPayload: 'Ahoy',
      resource: { type: 'k8s_container' },
      timestamp: at,
    },
  ]),
  'events of CloudWatch': json({
    events: [{ timestamp: 1, message: 'Ahoy', ingestionTime: 2 }],
    nextForwardToken: 'f',
  }),
  'an event of EventBridge': json({
    version: '0',
    id: '1',
    'detail-type': 'Order',
    source: 'shop',
    time: at,
    detail: { type: 'message' },
  }),
  'messages of SQS': json({
    Messages: [{ MessageId: 'm', ReceiptHandle: 'r', Body: '{"role":"user"}', Attributes: {} }],
  }),
  'records of Lambda': json({
    Records: [{ messageId: 'm', body: 'Ahoy', attributes: {}, eventSource: 'aws:sqs' }],
  }),
  'records of Kafka': lines(
    {
      topic: 'chat',
      partition: 0,
      offset: 1,
      key: 'k',
      value: { type: 'message', text: 'Ahoy' },
      timestamp: 1,
    },
    { topic: 'chat', partition: 0, offset: 2, key: 'k', value: { type: 'message' }, timestamp: 2 },
  ),
  'a message of Pub/Sub': json({
    message: { data: 'QQ==', messageId: '1', attributes: { role: 'user' } },
    subscription: 's',
  }),
  CloudEvents: json({
    specversion: '1.0',
    type: 'chat.message',
    source: '/chat',
    id: '1',
    data: { text: 'Ahoy' },
  }),
  'a webhook of Stripe': json({
    id: 'evt_1',
    object: 'event',
    type: 'invoice.paid',
    data: { object: { id: 'in_1', object: 'invoice', lines: { object: 'list', data: [] } } },
    request: { id: null },
  }),
  'a webhook of Shopify': json({
    id: 1,
    email: 'a@b.c',
    line_items: [{ id: 1, title: 'Buoy', quantity: 1 }],
    note_attributes: [],
  }),
  'a charge of PayPal': json({
    id: 'WH',
    event_type: 'PAYMENT.CAPTURE',
    resource_type: 'capture',
    summary: 'Paid',
    resource: { id: '1' },
  }),
  'events of Segment': lines(
    {
      type: 'track',
      event: 'Asked',
      userId: 'u',
      properties: { text: 'Ahoy' },
      timestamp: at,
      messageId: 'm1',
    },
    { type: 'identify', userId: 'u', traits: { role: 'user' }, messageId: 'm2' },
  ),
  'events of Amplitude': json({
    api_key: 'k',
    events: [{ user_id: 'u', event_type: 'asked', event_properties: {} }],
  }),
  'events of PostHog': json({
    results: [
      { id: '1', event: '$pageview', distinct_id: 'u', properties: { $session_id: 's' }, timestamp: at },
    ],
  }),
  'events of Matter': lines({ type: 'attribute', path: '1/6/0', value: true, timestamp: at }),
  'a log of bunyan': lines({ name: 'web', hostname: 'h', pid: 1, level: 30, msg: 'Ahoy', time: at, v: 0 }),
  'a log of winston': lines({ level: 'info', message: 'Ahoy', timestamp: at, meta: { role: 'user' } }),
  'a log of structlog': lines({
    event: 'user said',
    role: 'user',
    level: 'info',
    timestamp: at,
    content_length: 4,
  }),
  'a log of Caddy': lines({
    level: 'info',
    ts: 1,
    logger: 'http.log',
    msg: 'handled request',
    request: { method: 'GET', uri: '/messages' },
    status: 200,
  }),
  'a log of Envoy': lines({
    start_time: at,
    method: 'POST',
    path: '/v1/chat/completions',
    response_code: 200,
    duration: 5,
  }),
  'an audit of Kubernetes': lines({
    kind: 'Event',
    apiVersion: 'audit.k8s.io/v1',
    level: 'Metadata',
    stage: 'ResponseComplete',
    verb: 'get',
    user: { username: 'bo' },
  }),
  'an audit of Vault': lines(
    {
      time: at,
      type: 'request',
      auth: { display_name: 'token' },
      request: { id: '1', operation: 'read', path: 'x' },
    },
    { time: at, type: 'response', request: { id: '1' }, response: {} },
  ),
  'an audit of Google': json({
    items: [
      {
        kind: 'admin#reports#activity',
        actor: { email: 'a@b.c' },
        events: [{ type: 'USER', name: 'LOGIN', parameters: [] }],
      },
    ],
  }),
  'flows of VPC': '2 123 eni-1 10.0.0.1 10.0.0.2 443 50000 6 10 840 1 2 ACCEPT OK\n',
  'an alert of Alertmanager': json({
    version: '4',
    status: 'firing',
    alerts: [{ status: 'firing', labels: { role: 'user' }, annotations: { summary: 'Ahoy' } }],
  }),
  'an incident of PagerDuty': json({
    event: { id: 'e', event_type: 'incident.triggered', data: { type: 'incident', title: 'Tide' } },
  }),
  'spans without a model, in lines': lines({
    name: 'GET /',
    context: { trace_id: '0x1', span_id: '0x2' },
    kind: 'SpanKind.SERVER',
    attributes: { 'http.method': 'GET' },
    events: [],
  }),
  'log records without a model': json({
    resourceLogs: [
      {
        scopeLogs: [
          {
            logRecords: [
              {
                timeUnixNano: '1',
                body: { stringValue: 'Ahoy' },
                attributes: [{ key: 'role', value: { stringValue: 'user' } }],
              },
            ],
          },
        ],
      },
    ],
  }),
  'browser events of OpenTelemetry': lines({
    body: 'click',
    attributes: { 'event.name': 'browser.click' },
    timestamp: at,
    trace_id: '1',
    span_id: '2',
  }),
  'a recording of rrweb': json([
    { type: 4, data: { href: 'x', width: 1, height: 1 }, timestamp: 1 },
    { type: 2, data: { node: { type: 0, childNodes: [], id: 1 } }, timestamp: 2 },
  ]),
  asciicast: '{"version":2,"width":80,"height":24}\n[0.1,"o","$ ahoy\\r\\n"]\n[0.2,"i","x"]\n',
}

/** Files of tools: builds, tests, packages, infrastructure. */
const tools: Record<string, string> = {
  'a configuration of webpack': json({
    mode: 'production',
    entry: './src',
    output: { path: 'dist' },
    module: { rules: [{ test: 'x', use: 'y' }] },
  }),
  'a configuration of esbuild': json({
    input: ['src/a.ts', 'src/b.ts'],
    output: { dir: 'dist' },
    format: 'esm',
  }),
  'a configuration of Babel': json({
    presets: [['@babel/preset-env', { targets: 'defaults' }]],
    plugins: [],
  }),
  'a configuration of ESLint': json({
    root: true,
    extends: ['eslint:recommended'],
    rules: { semi: ['error', 'never'] },
    overrides: [{ files: ['*.ts'] }],
  }),
  'a graph of Nx': json({
    graph: { nodes: { a: { name: 'a', type: 'lib', data: { root: 'a' } } }, dependencies: { a: [] } },
  }),
  'a run of Turborepo': json({
    id: 'r',
    version: '1',
    tasks: [{ taskId: 'a#build', task: 'build', inputs: {}, hash: 'h' }],
  }),
  'an audit of npm': json({
    auditReportVersion: 2,
    vulnerabilities: { a: { name: 'a', severity: 'high', via: [{ source: 1, title: 'x' }], effects: [] } },
    metadata: {},
  }),
  'an audit of npm, in lines': lines(
    { type: 'auditAdvisory', data: { resolution: { id: 1 }, advisory: { title: 'x' } } },
    { type: 'auditSummary', data: { vulnerabilities: {} } },
  ),
  'a log of yarn': lines(
    { type: 'step', data: { message: 'Resolving', current: 1, total: 4 } },
    { type: 'info', data: 'Ahoy' },
    { type: 'success', data: 'Done' },
  ),
  'a list of pip': json([{ name: 'httpx', version: '0.27.0' }]),
  'an SBOM of CycloneDX': json({
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    components: [{ type: 'library', name: 'a', version: '1' }],
  }),
  'an SBOM of SPDX': json({
    spdxVersion: 'SPDX-2.3',
    packages: [{ SPDXID: 'a', name: 'a' }],
    relationships: [],
  }),
  'a coverage of v8': json({
    result: [
      {
        scriptId: '1',
        url: 'file:///a.js',
        functions: [{ functionName: 'a', ranges: [{ startOffset: 0, endOffset: 1, count: 1 }] }],
      },
    ],
  }),
  'a coverage of Python': json({
    meta: { version: '7' },
    files: { 'a.py': { executed_lines: [1], summary: {} } },
    totals: {},
  }),
  'a report of pytest': lines(
    { $report_type: 'SessionStart', pytest_version: '8' },
    { nodeid: 'a.py::t', outcome: 'passed', when: 'call', $report_type: 'TestReport' },
  ),
  'a report of Cypress': json({
    stats: { tests: 1 },
    results: [{ uuid: 'u', title: '', suites: [{ uuid: 'v', title: 'x', tests: [] }] }],
  }),
  'JUnit as JSON': json({ testsuites: { testsuite: [{ name: 'a', testcase: [{ name: 'b', time: '1' }] }] } }),
  'a log of commits': lines(
    { commit: 'a1', author: 'Bo', date: at, message: 'Mend the tide' },
    { commit: 'a2', author: 'Bo', date: at, message: 'Read it' },
  ),
  'a log of git':
    'commit a1b2c3\nAuthor: Bo <bo@example.org>\nDate:   Sun Mar 1 08:00:00 2026 +0000\n\n    Mend the tide\n\n    user: Ahoy\n',
  'a change log': '# Changelog\n\n## 1.2.0\n\n### Added\n\n- Tides\n\n---\n\n**User** settings are kept.\n',
  'a plan of Terraform': json({
    format_version: '1.2',
    resource_changes: [
      { address: 'a.b', type: 'a', change: { actions: ['create'], before: null, after: {} } },
    ],
  }),
  'a log of Terraform': lines(
    { '@level': 'info', '@message': 'Terraform 1.9', '@module': 'terraform.ui', type: 'version' },
    { '@level': 'info', '@message': 'a: Plan to create', type: 'planned_change', change: {} },
  ),
  'a stack of Pulumi': json({
    version: 3,
    deployment: { manifest: {}, resources: [{ urn: 'u', type: 'a', inputs: {}, outputs: {} }] },
  }),
  'a template of CloudFormation': json({
    AWSTemplateFormatVersion: '2010-09-09',
    Resources: { A: { Type: 'AWS::S3::Bucket', Properties: {} } },
  }),
  'a play of Ansible': json({
    plays: [
      { play: { name: 'x' }, tasks: [{ task: { name: 'y' }, hosts: { a: { changed: true, msg: 'Ahoy' } } }] },
    ],
    stats: {},
  }),
  'inspection of Docker': json([
    { Id: 'x', Created: at, State: { Status: 'running' }, Config: { User: 'user', Env: [] }, Mounts: [] },
  ]),
  'a build of Docker': lines(
    { stream: 'Step 1/2 : FROM node' },
    { status: 'Pulling', id: 'x', progressDetail: {} },
    { aux: { ID: 'y' } },
  ),
  'pods of Kubernetes': json({
    apiVersion: 'v1',
    kind: 'PodList',
    items: [
      {
        metadata: { name: 'a' },
        spec: { containers: [{ name: 'a' }] },
        status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True', message: 'x' }] },
      },
    ],
  }),
  'a chart of Helm': 'apiVersion: v2\nname: tides\ntype: application\nversion: 0.1.0\n',
  'a definition of Step Functions': json({
    StartAt: 'A',
    States: { A: { Type: 'Task', Resource: 'x', End: true } },
  }),
  'a history of Step Functions': json({
    events: [
      {
        timestamp: at,
        type: 'ExecutionStarted',
        id: 1,
        previousEventId: 0,
        executionStartedEventDetails: { input: '{"role":"user"}' },
      },
    ],
  }),
  'a workflow of n8n': json({
    name: 'x',
    nodes: [{ parameters: {}, name: 'Start', type: 'n8n-nodes-base.start', position: [1, 2] }],
    connections: {},
  }),
  'a workflow of ComfyUI': json({ 3: { inputs: { text: 'a buoy', seed: 1 }, class_type: 'KSampler' } }),
  'a run of Airflow': json({
    dag_runs: [{ dag_id: 'd', dag_run_id: 'r', state: 'success', run_type: 'manual', conf: {} }],
  }),
  'a manifest of dbt': json({
    metadata: { dbt_version: '1' },
    nodes: { 'model.a': { resource_type: 'model', name: 'a' } },
    sources: {},
  }),
  'a request of an image model': json({ model: 'flux', input: { prompt: 'a buoy', width: 512 } }),
  'a request of a reranker': json({ model: 'rerank-3', query: 'tide', documents: ['a', 'b'], top_n: 1 }),
  'a request of moderation': json({
    model: 'omni-moderation-latest',
    input: [{ type: 'text', text: 'Ahoy' }],
  }),
  'a request of embeddings with pictures': json({
    model: 'jina-clip-v2',
    input: [{ text: 'Ahoy' }, { image: 'https://example.org/a.png' }],
  }),
  'a job of fine-tuning': json({
    object: 'fine_tuning.job',
    id: 'ftjob-1',
    model: 'm',
    status: 'succeeded',
    training_file: 'file-1',
    hyperparameters: {},
  }),
  'a list of files of an API': json({
    object: 'list',
    data: [{ id: 'file-1', object: 'file', purpose: 'fine-tune', bytes: 1 }],
  }),
  'tools alone': json([{ type: 'function', function: { name: 'tide', parameters: { type: 'object' } } }]),
  'prompts of MCP': json({ prompts: [{ name: 'tide', description: 'x', arguments: [{ name: 'day' }] }] }),
  'questions and answers': lines({
    question: 'Low water?',
    context: 'x',
    answers: { text: ['06:12'], answer_start: [0] },
    id: '1',
  }),
  'a set of texts': lines({ text: 'Ahoy', label: 1 }, { text: 'Aye', label: 0 }),
  'a benchmark of choices': lines({ question: 'Low?', choices: ['a', 'b'], answer: 0, subject: 'tides' }),
  'translations of text pairs': lines({ translation: { en: 'Ahoy', de: 'Ahoi' } }),
  'a script of k6': lines(
    { type: 'Metric', data: { name: 'http_reqs', type: 'counter' }, metric: 'http_reqs' },
    { type: 'Point', data: { time: at, value: 1, tags: null }, metric: 'http_reqs' },
  ),
  'bookmarks of Netscape':
    '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<TITLE>Bookmarks</TITLE>\n<DL><p>\n<DT><A HREF="https://example.org">Tides</A>\n</DL>\n',
  'a history of a browser': json({
    'Browser History': [{ page_transition: 'LINK', title: 'Tides', url: 'x', time_usec: 1 }],
  }),
  'a history of places': json({
    timelineObjects: [{ activitySegment: { startLocation: { latitudeE7: 1 }, activityType: 'SAILING' } }],
  }),
  'a list of plays': json([
    { ts: at, platform: 'web', ms_played: 1, master_metadata_track_name: 'Tide', spotify_track_uri: 'x' },
  ]),
  'a translation file of messages': json({
    locale: 'de',
    messages: { 'user.greeting': 'Ahoi', 'assistant.reply': 'Aye' },
  }),
  'translations as a list': json({
    messages: [
      { id: 'greeting', translation: 'Ahoi', role: 'title' },
      { id: 'send', translation: 'Senden' },
    ],
  }),
  'a catalogue of ARB': json({
    '@@locale': 'de',
    send: 'Senden',
    '@send': { description: 'Button', type: 'text' },
  }),
  gettext: 'msgid ""\nmsgstr ""\n\nmsgid "Ahoy"\nmsgstr "Ahoi"\n',
}

export const unrelatedRecords: Readonly<Record<string, string>> = { ...talk, ...events, ...tools }
