import type { ProviderProfile } from '../provider-types.js'
import { needsProxy } from './browser-hints.js'

/** Alibaba's DashScope: wire-facts 1.2, 1.3, 5.1. Some of its models only stream (4), which the kit does by default. */
export const dashscopeProfile: ProviderProfile = {
  id: 'dashscope',
  name: 'DashScope',
  baseUrl: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
  match: {
    hosts: ['dashscope-intl.aliyuncs.com', 'dashscope.aliyuncs.com', 'dashscope-us.aliyuncs.com'],
  },
  settings: {
    messages: {
      reasoning: { turns: 'all', field: 'reasoning_content' },
      lateSystem: 'user',
      userParts: ['text', 'image_url', 'video_url', 'input_audio'],
      prefill: 'partial',
    },
    body: { thinking: { off: { enable_thinking: false }, on: { enable_thinking: true } } },
  },
  browser: 'no',
  browserHint: needsProxy('DashScope'),
}
