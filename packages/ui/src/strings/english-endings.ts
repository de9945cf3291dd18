/** Words for how an answer ended, and for what went wrong. Figures arrive already formatted. */
export const englishEndings = {
  finish: {
    'length-text': {
      title: 'Cut off at the token limit',
      detail: (out?: string, max?: string) =>
        out && max
          ? `${out} of ${max} output tokens used`
          : out
            ? `${out} output tokens used`
            : 'The answer is not complete.',
    },
    'length-thinking': {
      title: 'Ran out of tokens while thinking',
      detail: 'No answer was written. Raise the limit or lower the effort.',
    },
    'length-call': {
      title: 'Cut off while writing a tool call',
      detail: (name: string) => `${name} was not run.`,
      unnamed: 'The call was not run.',
    },
    'thought-only': {
      title: 'Only thoughts, no answer',
      detail: 'The whole reply came as thinking. It can be read above.',
    },
    'filter-empty': {
      title: "Withheld by the provider's content filter",
      detail: (category?: string) => `No text was returned.${category ? ` Category: ${category}.` : ''}`,
    },
    'filter-midway': {
      title: "Stopped by the provider's content filter",
      detail: 'The text above is all that arrived.',
    },
    refusal: { title: 'The model declined' },
    unanswered: {
      title: 'Waiting for a tool result',
      detail: (missing: string, total: string, count: number) =>
        `${missing} of ${total} calls ${count === 1 ? 'has' : 'have'} no result.`,
    },
    paused: {
      title: 'Paused',
      detail: 'Continue to get the answer.',
    },
    incomplete: { title: 'Connection ended before the answer did', detail: 'What arrived is kept.' },
    cancelled: { title: 'Stopped by you' },
    other: { title: (raw: string) => `Finished: \`${raw}\``, detail: 'Unknown reason.' },
  },
  error: {
    textKept: 'The text above is kept.',
    retryIn: (duration: string) => `You can retry in ${duration}.`,
    retryNow: 'You can retry now.',
    network_or_cors: {
      title: (host?: string) => `Could not reach ${host ?? 'the server'}`,
      intro: 'Three likely causes:',
      causes: [
        'The address is wrong, or the server is not running.',
        'The server does not allow requests from this page (CORS).',
        'A firewall, VPN or content blocker is in the way.',
      ],
    },
    offline: {
      title: 'This device was offline',
      detail: 'Connect it to the network, then retry.',
      back: 'Back online.',
    },
    auth: {
      title: 'The key was not accepted',
      detail: 'Check the key in the settings.',
      noKey: 'This server needs a key',
      addKey: 'Add one in the settings.',
      signedOut: 'You are signed out',
      signIn: 'Retry once you have signed in.',
    },
    billing: { title: 'The account has no credit left', detail: 'Add credit at the provider, then retry.' },
    not_found: {
      title: 'No such model or address',
      noModel: (model: string) => `No model named ${model}`,
      detail: 'Choose another model, or check the address.',
    },
    context_overflow: {
      title: (used?: string, max?: string) =>
        used && max ? `Too long for this model: ${used} of ${max} tokens` : 'The conversation is too long',
      detail: 'Start from a later message, or shorten this one.',
    },
    rate_limit: { title: 'Rate limited by the provider' },
    overloaded: { title: 'The provider is busy', detail: 'Retry in a moment.' },
    unsupported_field: {
      title: (field?: string) => (field ? `The server refused \`${field}\`` : 'The server refused a field'),
      detail: 'The same request can be sent without it.',
    },
    malformed_stream: {
      title: 'Part of the stream could not be read',
      detail: 'Everything that could be read is above.',
    },
    tool_loop_limit: {
      title: (rounds?: string) => `Stopped after ${rounds ?? 'too many'} rounds of tool calls`,
      detail: 'Continue to allow more.',
    },
    invalid_request: { title: 'The server refused the request' },
    content_filter: {
      title: "Withheld by the provider's content filter",
      detail: 'Rephrase the message and send it again.',
    },
    timeout: {
      title: 'The server did not answer in time',
      connect_timeout: 'The server did not begin to answer in time',
      first_token_timeout: 'The answer did not begin in time',
      idle_timeout: 'The stream fell silent',
      total_timeout: 'The answer took longer than allowed',
      detail: 'What arrived is kept.',
    },
    aborted: { title: 'Stopped by you', detail: 'What arrived is kept.' },
    empty_response: {
      title: 'The server sent an empty answer',
      detail: 'No text, no call and no reason arrived.',
    },
    normalize: {
      title: 'This transcript cannot be converted',
      detail: 'Nothing was changed.',
    },
    protocol: {
      title: 'This transcript is not in order',
      detail: 'Nothing was changed.',
    },
    provider: {
      title: 'The provider reported an error',
      unavailable: 'The assistant is not available at the moment',
    },
    details: 'Details',
    status: 'Status',
    requestId: 'Request id',
    code: 'Code',
    host: 'Host',
    body: 'Raw body',
  },
  actions: {
    continue: 'Continue',
    retry: 'Retry',
    raiseLimit: 'Raise limit and retry',
    editMessage: 'Edit message',
    edit: 'Edit',
    addResult: 'Add result',
    openInWire: 'Open in wire',
    openSettings: 'Open settings',
    pickModel: 'Pick a model',
    startFromHere: 'Start from here',
    retryWithoutField: 'Retry without it',
  },
}
