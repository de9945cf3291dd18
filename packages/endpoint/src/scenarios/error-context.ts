import { httpError } from './http-error.js'

/** The thread is too long for the model. */
export const errorContext = httpError('error-context', 'HTTP 400: longer than the context window.', {
  status: 400,
  error: {
    message:
      "This model's maximum context length is 8192 tokens. However, your messages resulted in 9310 tokens. Please reduce the length of the messages.",
    param: 'messages',
    code: 'context_length_exceeded',
  },
})
