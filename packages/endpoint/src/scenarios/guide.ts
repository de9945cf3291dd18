/** A prompt that the tour knows and the scenario it shows, for suggestions in an app. */
export interface TourPrompt {
  prompt: string
  scenario: string
}

export const tourPrompts: readonly TourPrompt[] = [
  { prompt: 'What time is it in Oslo and Tokyo?', scenario: 'parallel-tools' },
  { prompt: 'What is the population of Norway, and 17% of 2,340?', scenario: 'parallel-tools' },
  { prompt: 'Convert 26.2 miles to km', scenario: 'one-tool' },
  { prompt: 'Think about a puzzle first', scenario: 'thinker' },
  { prompt: 'Show me an answer with a table', scenario: 'answer' },
  { prompt: 'Write some code', scenario: 'answer' },
  { prompt: 'Let one tool fail', scenario: 'one-tool-fails' },
  { prompt: 'Call many tools at once', scenario: 'many-tools' },
  { prompt: 'Get cut off at the token limit', scenario: 'length' },
  { prompt: 'Run into the content filter', scenario: 'content-filter' },
  { prompt: 'Break with an error in mid-answer', scenario: 'error-midstream' },
  { prompt: 'Lose the connection', scenario: 'disconnect' },
  { prompt: 'Write a long answer', scenario: 'long' },
]

/** The tour's answer when no scenario fits the prompt. */
export const guide = `This endpoint is a script. It speaks the same protocol as a real one, streams at a natural pace, and shows what an app has to cope with. Nothing leaves your machine.

**Things to ask**

- *What time is it in Oslo and Tokyo?* Two tool calls side by side, then an answer from their results.
- *What is the population of Norway, and 17% of 2,340?* Two different tools in one turn.
- *Think about a puzzle first.* Thoughts, then the answer.
- *Show me a table*, or *write some code*. Markdown with everything in it.
- *What is in this file?*, with an image, a sound or a document attached. What arrived, as it was sent.
- *Let one tool fail*, *get cut off*, *run into the filter*, *break with an error*. The endings that usually go wrong.

Each of these is also a model of its own in the model list.

**To talk to a real model**, open the settings and enter a base URL, such as \`http://localhost:11434/v1\` for Ollama or \`http://localhost:8080/v1\` for llama.cpp, with a key if it needs one. Then pick a model.`
