import { expect, test } from 'vitest'
import { initialsOf } from './initials.js'

test.each([
  ['Ollama', 'Ol'],
  ['OpenAI', 'OA'],
  ['DeepSeek', 'DS'],
  ['LM Studio', 'LM'],
  ['xAI', 'xA'],
  ['Google Gemini', 'GG'],
  ['llama.cpp', 'lc'],
  ['vLLM', 'vL'],
  ['', ''],
])('%s is %s', (name, initials) => expect(initialsOf(name)).toBe(initials))
