/** What every tool scenario says when the request carries no tools. */
export const noToolsAnswer = `No tools were offered with this request, so there is nothing to call.

Switch on a tool in the settings, for example \`get_time\` or \`calculate\`, and ask again. The request then carries its name and schema in \`tools\`, and this model calls it with arguments that fit.`
