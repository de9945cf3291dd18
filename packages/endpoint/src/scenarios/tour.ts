import { type Scenario, say } from '../script/scenario.js'
import { callsOf } from '../tools/plan-calls.js'
import { answer, continuesLighthouse, restOfLighthouse, long, thinker, guide } from './answers.js'
import { artifact } from './artifact.js'
import { attachments } from './attachments.js'
import { citations } from './citations.js'
import {
  contentFilter,
  contentFilterMidway,
  disconnect,
  lengthThinking,
  lengthTool,
  continuesLength,
  length,
  malformed,
  noFinish,
  refusal,
  slowStart,
  stall,
} from './endings.js'
import { continuesIncident, incident, isOfIncident, restOfIncident } from './incident.js'
import { formulas } from './formulas.js'
import { pictures } from './pictures.js'
import { plan } from './plan.js'
import { asksForSummary, summariser } from './summariser.js'
import { asksForTitle, titler } from './titler.js'
import { error401, error429, error500, errorContext, errorMidstream } from './errors.js'
import {
  badArguments,
  manyTools,
  needsApproval,
  oneToolFails,
  unknownTool,
  parallelTools,
  oneTool,
} from './tools.js'

interface TourRoute {
  when(prompt: string, lastAnswer: string): boolean
  scenario: Scenario
}

/** `\b` knows only Latin letters: a word in another script, such as /日本語/, is written without it. */
const says = (pattern: RegExp, scenario: Scenario): TourRoute => ({
  when: (prompt) => pattern.test(prompt),
  scenario,
})

const cut = '(cut|token limit|out of tokens|truncat|max_tokens)'

/** Which words lead to which scenario. The first route that fits wins: put a narrow route above a wide one. */
const tourRoutes: readonly TourRoute[] = [
  { when: asksForTitle, scenario: titler },
  { when: asksForSummary, scenario: summariser },
  { when: isOfIncident, scenario: incident },
  {
    when: (prompt, lastAnswer) => /\b(continue|go on)\b/i.test(prompt) && continuesIncident(lastAnswer),
    scenario: restOfIncident,
  },
  {
    when: (prompt, lastAnswer) => /\b(continue|go on)\b/i.test(prompt) && continuesLength(lastAnswer),
    scenario: length,
  },
  {
    when: (prompt, lastAnswer) => /\b(continue|go on)\b/i.test(prompt) && continuesLighthouse(lastAnswer),
    scenario: restOfLighthouse,
  },
  says(/\b(make|build|draw)\b.*\bpage\b/i, artifact),
  says(/\b(cite|citations?|sources)\b/i, citations),
  says(/\bplan\b/i, plan),
  says(/\b(draw|paint|make)\b.*\b(pictures?|images?|lighthouse)\b/i, pictures),
  says(/\bwarn in red\b/i, artifact),
  says(/\b(approv|permission|ask (me )?(first|before)|run (some )?(code|javascript)|primes)/i, needsApproval),
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
  says(/\b(think|thinking|reason|reasoning|puzzle|weigh)\b/i, thinker),
  says(/\b(formulas?|equations?|maths?)\b/i, formulas),
  says(/\b(table|code|markdown|list|headings?|snippet)\b/i, answer),
]

const asksAboutFile =
  /\b(what|which|who|describe|see|look|read|hear|summari[sz]e|explain)\b.*\b(this|these|that|it|in|file|image|picture|photo|sound|document|pdf|attach\w*)\b/i

/** The default model. It picks the scenario that the prompt asks for, or lists all when it asks for none. */
export const antiphonTour: Scenario = {
  id: 'antiphon-tour',
  description: 'Shows everything: picks the scenario by what you write.',
  play(turn) {
    const { prompt, tools, lastAnswer, outcomes } = turn
    const calls = callsOf(prompt, tools)
    if (calls.length > 0) return (calls.length === 1 ? oneTool : parallelTools).play(turn)
    // An attachment without words is a question about it.
    if (
      turn.attachments.length > 0 &&
      outcomes.length === 0 &&
      (prompt.trim() === '' || asksAboutFile.test(prompt))
    )
      return attachments.play(turn)
    const route = tourRoutes.find(({ when }) => when(prompt, lastAnswer))
    if (route) return route.scenario.play(turn)
    if (/\btools?\b/i.test(prompt)) return parallelTools.play(turn)
    return turn.attachments.length > 0 ? attachments.play(turn) : [say(guide)]
  },
}
