import type { ProviderProfile } from './provider-types.js'
import { anthropicProfile } from './profiles/anthropic.js'
import { azureProfile } from './profiles/azure.js'
import { cerebrasProfile } from './profiles/cerebras.js'
import { cloudflareProfile } from './profiles/cloudflare.js'
import { cloudflareGatewayProfile } from './profiles/cloudflare-gateway.js'
import { dashscopeProfile } from './profiles/dashscope.js'
import { deepseekProfile } from './profiles/deepseek.js'
import { featherlessProfile } from './profiles/featherless.js'
import { fireworksProfile } from './profiles/fireworks.js'
import { geminiProfile } from './profiles/gemini.js'
import { genericProfile } from './profiles/generic.js'
import { githubProfile } from './profiles/github.js'
import { groqProfile } from './profiles/groq.js'
import { huggingfaceProfile } from './profiles/huggingface.js'
import { litellmProfile } from './profiles/litellm.js'
import { llamaCppProfile } from './profiles/llama-cpp.js'
import { lmStudioProfile } from './profiles/lm-studio.js'
import { minimaxProfile } from './profiles/minimax.js'
import { mistralProfile } from './profiles/mistral.js'
import { moonshotProfile } from './profiles/moonshot.js'
import { nvidiaProfile } from './profiles/nvidia.js'
import { ollamaProfile } from './profiles/ollama.js'
import { openaiProfile } from './profiles/openai.js'
import { openrouterProfile } from './profiles/openrouter.js'
import { perplexityProfile } from './profiles/perplexity.js'
import { sglangProfile } from './profiles/sglang.js'
import { togetherProfile } from './profiles/together.js'
import { vllmProfile } from './profiles/vllm.js'
import { xaiProfile } from './profiles/xai.js'
import { zaiProfile } from './profiles/zai.js'

/**
 * Every profile of the kit, in the order in which they are tried and shown: hosted ones, servers of one's own, and last
 * the one for all others. A family is added by a file and a line here.
 */
export const providerProfiles: readonly ProviderProfile[] = [
  openaiProfile,
  azureProfile,
  anthropicProfile,
  geminiProfile,
  openrouterProfile,
  deepseekProfile,
  mistralProfile,
  groqProfile,
  xaiProfile,
  togetherProfile,
  fireworksProfile,
  cerebrasProfile,
  featherlessProfile,
  moonshotProfile,
  zaiProfile,
  dashscopeProfile,
  minimaxProfile,
  perplexityProfile,
  huggingfaceProfile,
  nvidiaProfile,
  githubProfile,
  cloudflareProfile,
  cloudflareGatewayProfile,
  ollamaProfile,
  lmStudioProfile,
  llamaCppProfile,
  vllmProfile,
  sglangProfile,
  litellmProfile,
  genericProfile,
]
