import type { Scenario } from '../script/scenario.js'
import { answer } from './answer.js'
import { badArguments } from './bad-arguments.js'
import { contentFilter } from './content-filter.js'
import { contentFilterMidway } from './content-filter-midway.js'
import { disconnect } from './disconnect.js'
import { error401 } from './error-401.js'
import { error429 } from './error-429.js'
import { error500 } from './error-500.js'
import { errorContext } from './error-context.js'
import { errorMidstream } from './error-midstream.js'
import { lengthThinking } from './length-thinking.js'
import { lengthTool } from './length-tool.js'
import { continuesLength, length } from './length.js'
import { continuesLighthouse, restOfLighthouse } from './lighthouse.js'
import { long } from './long.js'
import { malformed } from './malformed.js'
import { manyTools } from './many-tools.js'
import { needsApproval } from './needs-approval.js'
import { noFinish } from './no-finish.js'
import { oneToolFails } from './one-tool-fails.js'
import { refusal } from './refusal.js'
import { slowStart } from './slow-start.js'
import { stall } from './stall.js'
import { thinker } from './thinker.js'
import { unknownTool } from './unknown-tool.js'

interface TourRoute {
  when(prompt: string, lastAnswer: string): boolean
  scenario: Scenario
}

const says = (pattern: RegExp, scenario: Scenario): TourRoute => ({
  when: (prompt) => pattern.test(prompt),
  scenario,
})

const cut = '(cut|token limit|out of tokens|truncat|max_tokens)'

/** Which words lead to which scenario. The first that fits wins, so the narrow ones come first. */
export const tourRoutes: readonly TourRoute[] = [
  {
    when: (prompt, lastAnswer) => /\b(continue|go on)\b/i.test(prompt) && continuesLength(lastAnswer),
    scenario: length,
  },
  {
    when: (prompt, lastAnswer) => /\b(continue|go on)\b/i.test(prompt) && continuesLighthouse(lastAnswer),
    scenario: restOfLighthouse,
  },
  says(/\b(approv|permission|ask (me )?(first|before)|run (some )?(code|javascript))/i, needsApproval),
  says(/\b(unknown|missing|not offered)\b.*\btool\b/i, unknownTool),
  says(/\b(bad|wrong|broken|invalid)\b.*\barguments?\b/i, badArguments),
  says(/\b(many|five|several|lots of)\b.*\b(tools?|calls?)\b/i, manyTools),
  says(new RegExp(`${cut}.*\\b(tool|call|arguments)`, 'i'), lengthTool),
  says(
    new RegExp(`${cut}.*\\b(think|thought|reason)|\\b(think|thought|reason)\\w*\\b.*${cut}`, 'i'),
    lengthThinking,
  ),
  says(/\b(rate.?limit|429|too many requests)/i, error429),
  says(/\b(401|api key|wrong key|unauthori[sz]ed)\b/i, error401),
  says(/\b(500|server error)\b/i, error500),
  says(/\b(context (length|window)|too long)\b/i, errorContext),
  says(new RegExp(`\\b${cut}`, 'i'), length),
  says(/\bfilter\b.*\b(mid|half|after|part)|\b(mid|half|part)\w*\b.*\bfilter/i, contentFilterMidway),
  says(/\bfilter/i, contentFilter),
  says(/\b(refus|declin)/i, refusal),
  says(/\b(malformed|broken (lines?|json|stream|chunks?)|garbage)\b/i, malformed),
  says(/\b(lose|lost|drop|disconnect|break).*(connection|line)\b|\bdisconnect/i, disconnect),
  says(/\b(no|without a?) finish\b/i, noFinish),
  says(/\b(stall|hang|silence|freeze)/i, stall),
  says(/\bslow/i, slowStart),
  says(/\bfail/i, oneToolFails),
  says(/\berror\b/i, errorMidstream),
  says(/\blong (answer|text|reply)|4,?000 words\b/i, long),
  says(/\b(think|thinking|reason|reasoning|puzzle)\b/i, thinker),
  says(/\b(table|code|markdown|list|headings?|snippet)\b/i, answer),
]
