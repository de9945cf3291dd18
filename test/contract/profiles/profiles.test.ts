import { providerProfiles } from '@antiphon/core/provider'
import { expect, it } from 'vitest'
import { describeProfile, type Expectation } from './describe-profile.js'
import { anthropic } from './expected/anthropic.js'
import { azure } from './expected/azure.js'
import { cerebrasGlm } from './expected/cerebras-glm.js'
import { cerebras } from './expected/cerebras.js'
import { cloudflareGateway } from './expected/cloudflare-gateway.js'
import { cloudflare } from './expected/cloudflare.js'
import { dashscope } from './expected/dashscope.js'
import { deepseekR1 } from './expected/deepseek-r1.js'
import { deepseek } from './expected/deepseek.js'
import { featherless } from './expected/featherless.js'
import { fireworks } from './expected/fireworks.js'
import { gemini } from './expected/gemini.js'
import { generic } from './expected/generic.js'
import { github } from './expected/github.js'
import { groqQwen } from './expected/groq-qwen.js'
import { groq } from './expected/groq.js'
import { huggingface } from './expected/huggingface.js'
import { litellm } from './expected/litellm.js'
import { llamaCpp } from './expected/llama-cpp.js'
import { lmStudio } from './expected/lm-studio.js'
import { minimaxTags } from './expected/minimax-tags.js'
import { minimax } from './expected/minimax.js'
import { mistral } from './expected/mistral.js'
import { moonshot } from './expected/moonshot.js'
import { nvidia } from './expected/nvidia.js'
import { ollama } from './expected/ollama.js'
import { openai } from './expected/openai.js'
import { openrouter } from './expected/openrouter.js'
import { perplexity } from './expected/perplexity.js'
import { sglang } from './expected/sglang.js'
import { together } from './expected/together.js'
import { vllmGemma } from './expected/vllm-gemma.js'
import { vllmGlm } from './expected/vllm-glm.js'
import { vllm } from './expected/vllm.js'
import { xai } from './expected/xai.js'
import { zai } from './expected/zai.js'

/** One line per family, more where its models differ. */
const lines: [id: string, expectation: Expectation][] = [
  ['openai', openai],
  ['azure', azure],
  ['anthropic', anthropic],
  ['gemini', gemini],
  ['openrouter', openrouter],
  ['deepseek', deepseek],
  ['deepseek', deepseekR1],
  ['mistral', mistral],
  ['groq', groq],
  ['groq', groqQwen],
  ['xai', xai],
  ['together', together],
  ['fireworks', fireworks],
  ['cerebras', cerebras],
  ['cerebras', cerebrasGlm],
  ['featherless', featherless],
  ['moonshot', moonshot],
  ['zai', zai],
  ['dashscope', dashscope],
  ['minimax', minimax],
  ['minimax', minimaxTags],
  ['perplexity', perplexity],
  ['huggingface', huggingface],
  ['nvidia', nvidia],
  ['github', github],
  ['cloudflare', cloudflare],
  ['cloudflare-gateway', cloudflareGateway],
  ['ollama', ollama],
  ['lm-studio', lmStudio],
  ['llama-cpp', llamaCpp],
  ['vllm', vllm],
  ['vllm', vllmGlm],
  ['vllm', vllmGemma],
  ['sglang', sglang],
  ['litellm', litellm],
  ['generic', generic],
]

for (const [id, expectation] of lines) describeProfile(id, expectation)

it('no profile is without an expectation', () => {
  const described = new Set(lines.map(([id]) => id))
  expect(providerProfiles.map(({ id }) => id).filter((id) => !described.has(id))).toEqual([])
})
